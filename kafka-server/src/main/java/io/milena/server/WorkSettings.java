package io.milena.server;

import io.milena.common.config.ConfigKey;
import io.milena.server.network.NetworkConfig;
import java.time.Duration;
import java.util.Map;

/**
 * How many threads there are, and how often work of the root's own is done.
 *
 * @param networkThreads {@code num.network.threads}: event loops for clients
 * @param workerThreads {@code num.io.threads}: threads for work that may block
 * @param highWatermarkInterval {@code replica.high.watermark.checkpoint.interval.ms}
 */
record WorkSettings(int networkThreads, int workerThreads, Duration highWatermarkInterval) {

    private static final int USUAL_WORKERS = 8;
    private static final long USUAL_INTERVAL_MS = 5_000;

    static final ConfigKey<Integer> WORKER_THREADS =
            ConfigKey.intKey("num.io.threads", USUAL_WORKERS, 1, Integer.MAX_VALUE, "Threads for work that may block.");
    static final ConfigKey<Long> HIGH_WATERMARK_MS = ConfigKey.longKey(
            "replica.high.watermark.checkpoint.interval.ms",
            USUAL_INTERVAL_MS,
            1,
            Long.MAX_VALUE,
            "Milliseconds between two writes of the high watermarks.");

    static WorkSettings from(Map<String, String> properties) {
        return new WorkSettings(
                NetworkConfig.NETWORK_THREADS.read(properties),
                WORKER_THREADS.read(properties),
                Duration.ofMillis(HIGH_WATERMARK_MS.read(properties)));
    }
}
