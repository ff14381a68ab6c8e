package io.milena.clients.consumer;

import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.config.SettingValues;
import io.netty.buffer.ByteBufAllocator;
import java.util.Collection;
import java.util.Map;

/** What a consumer stands on, and closes at last. */
interface ConsumerFloor {

    SettingValues values();

    ConsumerSettings settings();

    String clientId();

    Seams seams();

    ByteBufAllocator allocator();

    ConsumerWatch watch();

    /** Tells those of {@code plugIns} that listen of which cluster they are, from now on; by the event loop. */
    void tellOfCluster(Collection<?> plugIns);

    /** All figures of this consumer. */
    Map<MetricName, ? extends Metric> metrics();

    /** Ends connections and threads, within the time. */
    void close(long timeoutNanos);
}
