/**
 * Does the world get along with the broker: the reference's clients and tools, killed processes, peers that misbehave.
 *
 * <p>Start reading at {@link io.milena.compat.JavaClientsIT}. Counts are small here; the full ones have the tag
 * {@code heavy}.
 */
@NullMarked
package io.milena.compat;

import org.jspecify.annotations.NullMarked;
