package io.milena.server.controller;

/**
 * Producer ids that one broker may give away. Immutable.
 *
 * @param first the first of them
 * @param count how many
 */
public record ProducerIdRange(long first, int count) {}
