package io.milena.storage;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the storage room from telling about thousands of faults that a test causes. */
final class QuietLogs implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.milena.storage");
    private final Level before = logger.getLevel();

    QuietLogs() {
        logger.setLevel(Level.OFF);
    }

    @Override
    public void close() {
        logger.setLevel(before);
    }
}
