package io.milena.clients.consumer;

import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.config.SettingValues;
import io.netty.buffer.ByteBufAllocator;
import java.util.Map;

/** What a consumer stands on, and closes at last. */
interface ConsumerFloor {

    SettingValues values();

    ConsumerSettings settings();

    String clientId();

    Seams seams();

    ByteBufAllocator allocator();

    ConsumerWatch watch();

    /** All figures of this consumer. */
    Map<MetricName, ? extends Metric> metrics();

    /** Ends connections and threads, within the time. */
    void close(long timeoutNanos);
}
