package io.milena.storage.cleaner;

import io.milena.common.time.Time;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells in the log how far a long cleaning is, every few seconds. Confined to one thread. */
final class CleaningProgress {

    private static final Logger logger = LoggerFactory.getLogger(CleaningProgress.class);

    private static final long LINE_EVERY_NANOS = 10_000_000_000L;

    private final Time time;
    private final Object subject;
    private String step = "";
    private long totalBytes;
    private long passedBytes;
    private long lastLineNanos;

    /** @param subject what is cleaned, as the lines name it */
    CleaningProgress(Time time, Object subject) {
        this.time = time;
        this.subject = subject;
        lastLineNanos = time.nanos();
    }

    /** A step begins that goes through so many bytes. */
    void begin(String newStep, long bytes) {
        step = newStep;
        totalBytes = bytes;
        passedBytes = 0;
    }

    /** So many bytes more are behind it. */
    void passed(long bytes) {
        passedBytes += bytes;
        long now = time.nanos();
        if (now - lastLineNanos >= LINE_EVERY_NANOS) {
            lastLineNanos = now;
            logger.info(
                    "{}: compaction {}: {} bytes, {}%",
                    subject,
                    step,
                    String.format(Locale.ROOT, "%,d/%,d", passedBytes, totalBytes),
                    totalBytes == 0 ? 0 : Math.min(100, 100 * passedBytes / totalBytes));
        }
    }
}
