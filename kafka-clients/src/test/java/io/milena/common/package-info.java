/** Tests of the words that rooms share. */
@NullMarked
package io.milena.common;

import org.jspecify.annotations.NullMarked;
