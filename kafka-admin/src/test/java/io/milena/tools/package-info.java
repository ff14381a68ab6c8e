/** Tests of the command-line tools: what decides in them, and how they end. */
@NullMarked
package io.milena.tools;

import org.jspecify.annotations.NullMarked;
