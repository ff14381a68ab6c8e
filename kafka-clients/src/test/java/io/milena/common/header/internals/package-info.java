/** Tests of headers. */
@NullMarked
package io.milena.common.header.internals;

import org.jspecify.annotations.NullMarked;
