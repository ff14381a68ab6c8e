package io.milena.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What one class tells operators while this is open. Thread-safe. */
public final class LogLines implements AutoCloseable {

    private final Logger logger;
    private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
            lines.add(line);
        }
    };

    /** Listens to {@code teller} from now on. */
    public LogLines(Class<?> teller) {
        logger = (Logger) LoggerFactory.getLogger(teller);
        appender.start();
        logger.addAppender(appender);
    }

    /** All until now, in order. */
    public List<ILoggingEvent> all() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
