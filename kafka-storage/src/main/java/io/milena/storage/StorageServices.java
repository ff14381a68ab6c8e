package io.milena.storage;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.Randomness;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.storage.files.FileStore;
import java.util.concurrent.Executor;

/**
 * What the storage room is given by the composition root.
 *
 * @param store the file system
 * @param time the clocks
 * @param randomness for names of deleted directories and jitter
 * @param background says when retention, checkpoints, flushes and removals are due; they are done on {@code disks}
 * @param disks threads of each log directory
 * @param recovery runs the loading of logs side by side; may be many threads
 * @param registry where metrics are registered
 */
public record StorageServices(
        FileStore store,
        Time time,
        Randomness randomness,
        Scheduler background,
        DirectoryThreads disks,
        Executor recovery,
        MetricRegistry registry) {}
