package io.milena.common.record;

/** Who set the timestamps of a batch. */
public enum TimestampType {
    /** The producer, record by record. */
    CREATE_TIME,
    /** The leader, when it appended the batch: every record has the batch's max timestamp. */
    LOG_APPEND_TIME
}
