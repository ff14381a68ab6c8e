package io.milena.server.partition;

/** How far a reader may see. */
public enum Isolation {
    /** Below the high watermark. */
    READ_UNCOMMITTED,
    /** Below the last stable offset: no record of an open transaction. */
    READ_COMMITTED,
    /** All there is, committed or not: for followers. */
    LOG_END
}
