/**
 * Clocks, deadlines and the threads that own something: every reading of the time goes through here.
 */
@NullMarked
package io.milena.common.time;

import org.jspecify.annotations.NullMarked;
