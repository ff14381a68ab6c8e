package io.milena.server.coordinator.state;

import org.jspecify.annotations.Nullable;

/**
 * A durable change as the log keeps it.
 *
 * @param key what it is about
 * @param value what is so from now on; null if there is nothing any more (a tombstone)
 */
public record KeyValue(byte[] key, byte @Nullable [] value) {}
