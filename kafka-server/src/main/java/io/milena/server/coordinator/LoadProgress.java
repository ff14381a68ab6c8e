package io.milena.server.coordinator;

import io.milena.common.TopicPartition;
import io.milena.common.time.Time;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells how far a long load is, and whether it is still wanted. Confined to one worker. */
final class LoadProgress {

    private static final Logger log = LoggerFactory.getLogger(LoadProgress.class);

    private static final long BETWEEN_LINES_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final TopicPartition name;
    private final Time time;
    private final ShardLoader.Load load;
    private long toldNanos;

    LoadProgress(TopicPartition name, Time time, ShardLoader.Load load) {
        this.name = name;
        this.time = time;
        this.load = load;
        toldNanos = time.nanos();
    }

    /** The load has come to {@code offset}. Returns whether it shall go on. */
    boolean reached(long offset, long endOffset) {
        long now = time.nanos();
        if (now - toldNanos >= BETWEEN_LINES_NANOS) {
            toldNanos = now;
            log.info("loading {}: at offset {} of {}", name, offset, endOffset);
        }
        return !load.isCancelled();
    }
}
