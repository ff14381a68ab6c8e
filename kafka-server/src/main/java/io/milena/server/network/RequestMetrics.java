package io.milena.server.network;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.milena.common.errors.ErrorCode;
import io.milena.metrics.ObjectNames;
import io.milena.protocol.ApiKey;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Requests by API: how many, how large, and where their time went.
 *
 * <pre>
 *   frame complete        handling begins      handler returned      answer is there      its turn       it has left
 *        | RequestQueueTimeMs  |     LocalTimeMs     |    RemoteTimeMs    | ResponseQueueTimeMs | ResponseSendTimeMs |
 *        |------------------------------------- TotalTimeMs -----------------------------------------------------|
 * </pre>
 *
 * <p>Names are those of {@code kafka.network:type=RequestMetrics,name=...,request=...}. Metrics of an API are made when
 * it is first used. Thread-safe; recording never locks.
 */
public final class RequestMetrics {

    private static final String FETCH_BY_CONSUMER = "FetchConsumer";
    private static final String FETCH_BY_FOLLOWER = "FetchFollower";
    /** Requests that may be converted between message formats. */
    private static final Set<String> CARRY_RECORDS = Set.of("Produce", "Fetch");

    /** Nothing is held back for a quota; the reference counts such requests too. */
    private static final int NOT_THROTTLED = 0;

    private static final int VERSIONS = 64;
    /** Clients choose their names, so only so many of an API have a meter of their own. */
    static final int MAX_DEPRECATED = 100;

    private static final double MILLISECOND_NANOS = 1e6;

    private final MetricRegistry registry;
    private final AtomicReferenceArray<Api> byKey = new AtomicReferenceArray<>(ApiKey.values().length);
    private final AtomicReferenceArray<Api> byFetcher = new AtomicReferenceArray<>(Exchange.Fetcher.values().length);

    public RequestMetrics(MetricRegistry registry) {
        this.registry = registry;
    }

    /** A response to {@code key} carried {@code error}, {@link ErrorCode#NONE} included, this many times. */
    public void errors(ApiKey key, ErrorCode error, int count) {
        api(key).errors(error, count);
    }

    Api api(ApiKey key) {
        Api api = byKey.get(key.ordinal());
        return api != null ? api : made(byKey, key.ordinal(), new Api(registry, nameOf(key), key));
    }

    /** The figures of one kind of fetch, which are kept beside those of all fetches. */
    Api fetch(Exchange.Fetcher fetcher) {
        Api api = byFetcher.get(fetcher.ordinal());
        return api != null ? api : made(byFetcher, fetcher.ordinal(), new Api(registry, nameOf(fetcher), ApiKey.FETCH));
    }

    private static Api made(AtomicReferenceArray<Api> apis, int index, Api made) {
        apis.compareAndSet(index, null, made);
        return apis.get(index);
    }

    private static String nameOf(Exchange.Fetcher fetcher) {
        return switch (fetcher) {
            case CONSUMER -> FETCH_BY_CONSUMER;
            case FOLLOWER -> FETCH_BY_FOLLOWER;
        };
    }

    /** {@code CREATE_TOPICS} becomes {@code CreateTopics}. */
    static String nameOf(ApiKey key) {
        var name = new StringBuilder();
        for (String word : key.name().split("_")) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    private static ObjectNames named(String metric, String request) {
        return ObjectNames.of("kafka.network", "RequestMetrics", metric).with("request", request);
    }

    /** The figures of one API. Thread-safe. */
    static final class Api {

        private final MetricRegistry registry;
        private final String request;
        private final ApiKey key;
        private final Histogram requestBytes;
        private final Histogram requestQueueTime;
        private final Histogram localTime;
        private final Histogram remoteTime;
        private final Histogram responseQueueTime;
        private final Histogram responseSendTime;
        private final Histogram totalTime;
        private final Histogram throttleTime;
        private final @Nullable Conversions conversions;
        private final AtomicReferenceArray<Meter> byVersion = new AtomicReferenceArray<>(VERSIONS);
        private final AtomicReferenceArray<Meter> byError = new AtomicReferenceArray<>(ErrorCode.values().length);

        private final Map<OldRequest, Meter> deprecated = new ConcurrentHashMap<>();

        /** A version that clients should no longer send, and who did. */
        private record OldRequest(short version, ClientSoftware from) {}

        /** What it took to convert records between formats, of every request that carries records. */
        private record Conversions(Histogram temporaryBytes, Histogram time) {}

        private Api(MetricRegistry registry, String request, ApiKey key) {
            this.registry = registry;
            this.request = request;
            this.key = key;
            requestBytes = histogram("RequestBytes");
            requestQueueTime = histogram("RequestQueueTimeMs");
            localTime = histogram("LocalTimeMs");
            remoteTime = histogram("RemoteTimeMs");
            responseQueueTime = histogram("ResponseQueueTimeMs");
            responseSendTime = histogram("ResponseSendTimeMs");
            totalTime = histogram("TotalTimeMs");
            throttleTime = histogram("ThrottleTimeMs");
            conversions = CARRY_RECORDS.contains(request)
                    ? new Conversions(histogram("TemporaryMemoryBytes"), histogram("MessageConversionsTimeMs"))
                    : null;
        }

        private Histogram histogram(String name) {
            return registry.histogram(named(name, request).toString());
        }

        void answered(ResponseSlot slot, short version, long sentNanos) {
            long handledNanos = slot.handledNanos == 0 ? slot.answeredNanos : slot.handledNanos;
            requests(version).mark();
            if (key.isDeprecated(version)) {
                deprecated(new OldRequest(version, slot.peer().software())).mark();
            }
            requestBytes.update(slot.requestBytes);
            requestQueueTime.update(ms(slot.startedNanos - slot.arrivedNanos));
            localTime.update(ms(handledNanos - slot.startedNanos));
            remoteTime.update(ms(slot.answeredNanos - handledNanos));
            responseQueueTime.update(ms(slot.writtenNanos - slot.answeredNanos));
            responseSendTime.update(ms(sentNanos - slot.writtenNanos));
            totalTime.update(ms(sentNanos - slot.arrivedNanos));
            throttleTime.update(NOT_THROTTLED);
            if (conversions != null) {
                conversions.temporaryBytes.update(slot.temporaryBytes);
                conversions.time.update(ms(slot.conversionNanos));
            }
        }

        private static long ms(long nanos) {
            return Math.max(0, Math.round(nanos / MILLISECOND_NANOS));
        }

        private Meter requests(short version) {
            int index = Math.max(0, Math.min(version, VERSIONS - 1));
            Meter meter = byVersion.get(index);
            if (meter == null) {
                meter = registry.meter(named("RequestsPerSec", request)
                        .with("version", version)
                        .toString());
                byVersion.set(index, meter);
            }
            return meter;
        }

        /** The unknown software stands for all that come when there are too many. */
        private Meter deprecated(OldRequest old) {
            Meter known = deprecated.get(old);
            if (known != null) {
                return known;
            }
            boolean hasRoom = deprecated.size() < MAX_DEPRECATED;
            var shown = hasRoom ? old : new OldRequest(old.version, ClientSoftware.UNKNOWN);
            return deprecated.computeIfAbsent(
                    shown,
                    each -> registry.meter(named("DeprecatedRequestsPerSec", request)
                            .with("version", each.version)
                            .with("clientSoftwareName", each.from.name())
                            .with("clientSoftwareVersion", each.from.version())
                            .toString()));
        }

        private void errors(ErrorCode error, int count) {
            Meter meter = byError.get(error.ordinal());
            if (meter == null) {
                meter = registry.meter(named("ErrorsPerSec", request)
                        .with("error", error.name())
                        .toString());
                byError.set(error.ordinal(), meter);
            }
            meter.mark(count);
        }
    }
}
