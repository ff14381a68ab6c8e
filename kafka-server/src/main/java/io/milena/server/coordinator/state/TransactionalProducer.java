package io.milena.server.coordinator.state;

/**
 * The producer whose transaction a record belongs to.
 *
 * @param id producer id, 0 or more
 * @param epoch its epoch, 0 or more
 */
public record TransactionalProducer(long id, short epoch) {}
