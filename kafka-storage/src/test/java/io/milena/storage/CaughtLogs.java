package io.milena.storage;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Everything that the storage room tells while it is open. */
final class CaughtLogs implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.milena.storage");
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    CaughtLogs() {
        events.start();
        logger.addAppender(events);
    }

    List<String> lines() {
        return List.copyOf(events.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(events);
    }
}
