package io.milena.storage;

import io.milena.common.TopicPartition;
import java.nio.file.Path;
import java.util.SortedSet;

/** Hears of log directories that failed. Called once per directory, on whatever thread met the failure. */
@FunctionalInterface
public interface LogDirListener {

    /** {@code directory} is offline, and with it these partitions. Must not block. */
    void directoryFailed(Path directory, SortedSet<TopicPartition> partitions);
}
