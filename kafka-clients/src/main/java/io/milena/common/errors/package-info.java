/**
 * Error codes of the protocol, the only mapping from number to name.
 */
@NullMarked
package io.milena.common.errors;

import org.jspecify.annotations.NullMarked;
