package io.milena.storage.recovery;

import io.milena.common.time.Time;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells in the log how far the loading of all partitions is, every few seconds. Thread-safe. */
public final class RecoveryProgress {

    private static final Logger log = LoggerFactory.getLogger(RecoveryProgress.class);

    private static final long LINE_EVERY_NANOS = 5_000_000_000L;

    private final Time time;
    private final int total;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicLong lastLineNanos;

    public RecoveryProgress(Time time, int total) {
        this.time = time;
        this.total = total;
        this.lastLineNanos = new AtomicLong(time.nanos());
    }

    /** One more partition is loaded. */
    public void loaded() {
        int count = done.incrementAndGet();
        long now = time.nanos();
        long last = lastLineNanos.get();
        if (now - last >= LINE_EVERY_NANOS && lastLineNanos.compareAndSet(last, now)) {
            log.info(
                    "recovered {} partitions, {}%",
                    String.format(Locale.ROOT, "%,d/%,d", count, total), 100L * count / total);
        }
    }
}
