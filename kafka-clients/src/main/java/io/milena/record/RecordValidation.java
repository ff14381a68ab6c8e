package io.milena.record;

/** How much of a client's batch the leader looks at; the broker setting {@code log.record.validation}. */
public enum RecordValidation {
    /** Header, CRC, and every record inside, compressed or not. */
    FULL,
    /** Header and CRC. For clusters that trust their clients. */
    HEADER
}
