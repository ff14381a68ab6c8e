package io.milena.common.record;

import java.util.Arrays;
import java.util.NoSuchElementException;

/** Who set the timestamps of a batch. Its text is the name that tools print and topics are configured with. */
public enum TimestampType {
    /** Nobody: there are none, as in the oldest format of records. */
    NO_TIMESTAMP_TYPE(-1, "NoTimestampType"),
    /** The producer, record by record. */
    CREATE_TIME(0, "CreateTime"),
    /** The leader, when it appended the batch: every record has the batch's max timestamp. */
    LOG_APPEND_TIME(1, "LogAppendTime");

    /** What stands for it in batches. */
    public final int id;

    /** As it is written in settings of topics. */
    public final String name;

    TimestampType(int id, String name) {
        this.id = id;
        this.name = name;
    }

    /** @throws NoSuchElementException if none has this {@link #name} */
    public static TimestampType forName(String name) {
        for (TimestampType type : values()) {
            if (type.name.equals(name)) {
                return type;
            }
        }
        throw new NoSuchElementException(
                "timestamp type: '" + name + "' (expected: " + Arrays.toString(values()) + ")");
    }

    @Override
    public String toString() {
        return name;
    }
}
