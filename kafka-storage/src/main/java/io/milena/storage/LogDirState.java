package io.milena.storage;

import java.util.EnumSet;
import java.util.Set;

/** Whether a log directory can be used. A directory that failed stays offline until the broker starts again. */
public enum LogDirState {
    ONLINE,
    OFFLINE;

    Set<LogDirState> next() {
        return switch (this) {
            case ONLINE -> EnumSet.of(OFFLINE);
            case OFFLINE -> EnumSet.noneOf(LogDirState.class);
        };
    }
}
