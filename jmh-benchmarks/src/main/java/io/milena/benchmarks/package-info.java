/** Micro-benchmarks, one class for each hot path. Each stands beside what it was chosen over. */
@NullMarked
package io.milena.benchmarks;

import org.jspecify.annotations.NullMarked;
