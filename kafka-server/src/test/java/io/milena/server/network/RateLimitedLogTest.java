package io.milena.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** How many lines come through, and what the one after the silence says. */
class RateLimitedLogTest {

    private final ManualTime time = new ManualTime();
    private final Logger logger = (Logger) LoggerFactory.getLogger(RateLimitedLogTest.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final RateLimitedLog log = new RateLimitedLog(logger, time, 2, Duration.ofSeconds(10));

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
    }

    private List<String> lines() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void theFirstLinesOfEachKindComeThrough() {
        for (int i = 0; i < 5; i++) {
            log.warn("a", "a" + i);
            log.warn("b", "b" + i);
        }

        assertThat(lines()).containsExactly("a0", "b0", "a1", "b1");
    }

    @Test
    void theNextPeriodTellsHowManyWereLeftOut() {
        for (int i = 0; i < 5; i++) {
            log.warn("a", "a" + i);
        }

        time.advance(Duration.ofSeconds(10));
        log.warn("a", "later");
        log.warn("a", "and again");

        assertThat(lines()).containsExactly("a0", "a1", "later (and 3 more like it)", "and again");
    }
}
