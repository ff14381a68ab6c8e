/**
 * The headers that the library makes. Applications make them, too, which is why the package is where other clients have
 * it.
 */
@NullMarked
package io.milena.common.header.internals;

import org.jspecify.annotations.NullMarked;
