package io.milena.storage;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the storage room tells operators while this is open. Thread-safe. */
final class ToldLines implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.milena.storage");
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getLevel() + " " + event.getFormattedMessage());
        }
    };

    private final Level before = logger.getLevel();

    ToldLines() {
        logger.setLevel(Level.INFO);
        appender.start();
        logger.addAppender(appender);
    }

    /** Those that have {@code part} in them. */
    List<String> with(String part) {
        return lines.stream().filter(line -> line.contains(part)).toList();
    }

    void forget() {
        lines.clear();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}
