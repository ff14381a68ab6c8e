package io.milena.server.coordinator;

/** A durable change of a {@link CounterMachine}: a counter stands at a value; at 0 there is none. */
record Counted(String counter, long value) {}
