/** What the tests of all modules share. */
@NullMarked
package io.milena.testing;

import org.jspecify.annotations.NullMarked;
