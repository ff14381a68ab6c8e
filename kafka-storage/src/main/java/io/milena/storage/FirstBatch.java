package io.milena.storage;

/** What a read does with a first batch that is larger than its limit in bytes. */
public enum FirstBatch {
    /** It is returned whole, so that a reader is never stuck before it. */
    WHOLE,
    /** Nothing is returned. */
    WITHIN_LIMIT
}
