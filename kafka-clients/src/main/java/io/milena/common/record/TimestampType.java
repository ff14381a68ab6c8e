package io.milena.common.record;

/** Who set the timestamps of a batch. Its text is the name that tools print and topics are configured with. */
public enum TimestampType {
    /** The producer, record by record. */
    CREATE_TIME("CreateTime"),
    /** The leader, when it appended the batch: every record has the batch's max timestamp. */
    LOG_APPEND_TIME("LogAppendTime");

    private final String text;

    TimestampType(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
