/**
 * The rules of the house as tests: who may see whom, and how code looks. Their exception lists are empty and stay so.
 *
 * <p>Start reading at {@link io.milena.arch.HousePlanTest} for the rooms and at {@link io.milena.arch.TidyTest} for the
 * measure.
 */
@NullMarked
package io.milena.arch;

import org.jspecify.annotations.NullMarked;
