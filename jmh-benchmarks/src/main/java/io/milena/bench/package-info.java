/** Micro-benchmarks, one class per hot path. */
@NullMarked
package io.milena.bench;

import org.jspecify.annotations.NullMarked;
