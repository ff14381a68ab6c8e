package io.milena.server.api;

import io.milena.server.partition.ReadSpan;

/**
 * What a fetch wants of one partition. Immutable.
 *
 * @param key which partition
 * @param span from where on
 * @param maxBytes most bytes of it
 */
record FetchWish(FetchKey key, ReadSpan span, int maxBytes) {}
