package io.milena.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the reference says of each meter beside its numbers: what it counts ({@code EventType}) and per which unit of
 * time ({@code RateUnit}). Looked up by the {@code name} key of the ObjectName. Immutable.
 */
public final class MetricCatalogue {

    private static final MeterWords REQUESTS = new MeterWords("requests", TimeUnit.SECONDS);
    private static final MeterWords CALLS = new MeterWords("calls", TimeUnit.SECONDS);

    private final Map<String, MeterWords> byName = new HashMap<>();

    /**
     * The words beside a meter.
     *
     * @param eventType what it counts
     * @param rateUnit its rates are events in this much time
     */
    public record MeterWords(String eventType, TimeUnit rateUnit) {

        /** {@code perSecond} events in a second, as a rate in this unit. */
        double rate(double perSecond) {
            return perSecond * rateUnit.toNanos(1) / TimeUnit.SECONDS.toNanos(1);
        }
    }

    public MetricCatalogue() {
        perSecond(
                "bytes",
                "BytesInPerSec",
                "BytesOutPerSec",
                "BytesRejectedPerSec",
                "BytesPerSec",
                "ReplicationBytesInPerSec",
                "ReplicationBytesOutPerSec",
                "ReassignmentBytesInPerSec",
                "ReassignmentBytesOutPerSec",
                "cleaner-io");
        perSecond("messages", "MessagesInPerSec");
        perSecond("elections", "UncleanLeaderElectionsPerSec");
        perSecond("evictions", "IncrementalFetchSessionEvictionsPerSec");
        perSecond("failures", "VerificationFailureRate");
        perSecond("failedUpdates", "FailedIsrUpdatesPerSec");
        perSecond("expands", "IsrExpandsPerSec");
        perSecond("shrinks", "IsrShrinksPerSec");
        zooKeeperSession();
        byName.put("AcceptorBlockedPercent", new MeterWords("blocked time", TimeUnit.NANOSECONDS));
        byName.put("RequestHandlerAvgIdlePercent", new MeterWords("percent", TimeUnit.NANOSECONDS));
    }

    private void zooKeeperSession() {
        perSecond("authfailures", "ZooKeeperAuthFailuresPerSec");
        perSecond("disconnects", "ZooKeeperDisconnectsPerSec");
        perSecond("expires", "ZooKeeperExpiresPerSec");
        perSecond("readonlyconnects", "ZooKeeperReadOnlyConnectsPerSec");
        perSecond("saslauthentications", "ZooKeeperSaslAuthenticationsPerSec");
        perSecond("syncconnects", "ZooKeeperSyncConnectsPerSec");
    }

    private void perSecond(String eventType, String... names) {
        for (String name : names) {
            byName.put(name, new MeterWords(eventType, TimeUnit.SECONDS));
        }
    }

    /** The words of the meter with this ObjectName; one that is not listed counts requests. */
    public MeterWords meter(String objectName) {
        return byName.getOrDefault(nameKey(objectName), REQUESTS);
    }

    /** The words of every timer. */
    public MeterWords timer() {
        return CALLS;
    }

    private static String nameKey(String objectName) {
        int start = objectName.indexOf(",name=") + ",name=".length();
        int end = objectName.indexOf(',', start);
        return end < 0 ? objectName.substring(start) : objectName.substring(start, end);
    }
}
