/** Tests of the composition root and its settings. */
@NullMarked
package io.milena.server;

import org.jspecify.annotations.NullMarked;
