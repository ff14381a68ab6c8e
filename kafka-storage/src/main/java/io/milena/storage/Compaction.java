package io.milena.storage;

import io.milena.common.time.Scheduler;
import io.milena.storage.cleaner.CleanableLog;
import io.milena.storage.cleaner.CleanerMetrics;
import io.milena.storage.cleaner.LogCleaner;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compaction of the logs of one manager: begins when it is asked to, ends with the manager. Thread-safe. */
final class Compaction {

    private final LogShared shared;
    private final List<Path> directories;
    private @Nullable LogCleaner cleaner;

    Compaction(LogShared shared, List<Path> directories) {
        this.shared = shared;
        this.directories = directories;
    }

    /** Begins, or goes on with these settings and lanes. */
    synchronized void start(
            CleanerSettings settings, List<Scheduler> lanes, Supplier<? extends Stream<? extends CleanableLog>> logs) {
        LogCleaner running = cleaner;
        if (running != null) {
            running.configure(settings, lanes);
            return;
        }
        var services = new LogCleaner.Services(
                shared.store(),
                shared.services().time(),
                shared.services().randomness(),
                shared.indexBlocks(),
                new CleanerMetrics(
                        shared.services().registry(), shared.services().time(), directories),
                shared.tools().mostWholeBytes());
        var started = new LogCleaner(settings, services, () -> logs.get().map(CleanableLog.class::cast));
        cleaner = started;
        started.start(lanes);
    }

    /** Returns when no log is being cleaned any more. */
    synchronized void stop() {
        LogCleaner started = cleaner;
        cleaner = null;
        if (started != null) {
            started.stop();
        }
    }
}
