package io.milena.server.zookeeper;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Text of {@code /feature}: the features that the cluster has finalized. Written in version 2, read from version 1.
 * Immutable.
 *
 * <pre>
 *   {"features":{},"version":2,"status":1}                     status 1: enabled, 0: disabled; v2 level: a number
 *   {"features":{"f":{"min_version_level":1,"max_version_level":2}},"version":1,"status":1}
 * </pre>
 *
 * @param levels finalized level by feature
 * @param status whether the cluster's protocol version allows features at all
 */
public record FeatureZnode(SortedMap<String, Integer> levels, Status status) {

    /** What the controller writes where the node is missing. */
    public static final FeatureZnode NO_FEATURES = new FeatureZnode(Collections.emptySortedMap(), Status.ENABLED);

    private static final int VERSION = 2;

    public byte[] encode() {
        return JsonText.object(json -> {
            json.writeObjectFieldStart("features");
            for (var level : levels.entrySet()) {
                json.writeNumberField(level.getKey(), level.getValue());
            }
            json.writeEndObject();
            json.writeNumberField("version", VERSION);
            json.writeNumberField("status", status.ordinal());
        });
    }

    public static FeatureZnode decode(byte[] data) {
        JsonObject json = JsonText.read(data);
        boolean ranges = json.integer("version") == 1;
        JsonObject features = json.objectOrEmpty("features");
        SortedMap<String, Integer> levels = new TreeMap<>();
        for (String name : features.names()) {
            levels.put(name, ranges ? features.object(name).integer("max_version_level") : features.integer(name));
        }
        return new FeatureZnode(
                levels, json.integer("status") == Status.ENABLED.ordinal() ? Status.ENABLED : Status.DISABLED);
    }

    /** Whether features may be used. The order of the constants is that of the numbers in the text. */
    public enum Status {
        DISABLED,
        ENABLED
    }
}
