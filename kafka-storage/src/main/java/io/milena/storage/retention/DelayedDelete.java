package io.milena.storage.retention;

import io.milena.common.time.Scheduler;
import io.milena.storage.files.FileStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes files some time after they were renamed, so that those who look at them can finish.
 *
 * <p>A crash before the removal leaves files whose names say that they are deleted; the next start removes them.
 * Thread-safe.
 */
public final class DelayedDelete {

    private static final Logger log = LoggerFactory.getLogger(DelayedDelete.class);

    private final FileStore store;
    private final Scheduler background;
    private final Executor disk;

    /**
     * @param store where the files are
     * @param background says when it is time
     * @param disk does it
     */
    public DelayedDelete(FileStore store, Scheduler background, Executor disk) {
        this.store = store;
        this.background = background;
        this.disk = disk;
    }

    /** Removes these files after {@code delayMs}. */
    public void files(List<Path> files, long delayMs) {
        background.after(Duration.ofMillis(delayMs), () -> disk.execute(() -> files.forEach(this::remove)));
    }

    /** Removes a directory of files after {@code delayMs}. */
    public void directory(Path directory, long delayMs) {
        background.after(Duration.ofMillis(delayMs), () -> disk.execute(() -> removeDirectory(directory)));
    }

    /** Removes a directory of files at once. */
    public void now(Path directory) throws IOException {
        if (store.exists(directory)) {
            for (String name : store.list(directory)) {
                store.delete(directory.resolve(name));
            }
            store.delete(directory);
        }
    }

    private void removeDirectory(Path directory) {
        try {
            now(directory);
            log.info("{} removed", directory);
        } catch (IOException e) {
            log.warn("{} could not be removed; the next start tries again", directory, e);
        }
    }

    private void remove(Path file) {
        try {
            store.delete(file);
        } catch (IOException e) {
            log.warn("{} could not be removed; the next start tries again", file, e);
        }
    }
}
