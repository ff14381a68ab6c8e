package io.milena.server.zookeeper;

/**
 * Text of {@code /controller}: which broker controls the cluster. Written in version 2, read from version 1. Immutable.
 *
 * <pre>
 *   {"version":2,"brokerid":1,"timestamp":"1795949931315","kraftControllerEpoch":-1}      v1: without the last field
 * </pre>
 */
public record ControllerZnode(int brokerId, long timestampMs) {

    private static final int VERSION = 2;
    private static final int NO_KRAFT_CONTROLLER = -1;

    public byte[] encode() {
        return JsonText.object(json -> {
            json.writeNumberField("version", VERSION);
            json.writeNumberField("brokerid", brokerId);
            json.writeStringField("timestamp", Long.toString(timestampMs));
            json.writeNumberField("kraftControllerEpoch", NO_KRAFT_CONTROLLER);
        });
    }

    public static ControllerZnode decode(byte[] data) {
        JsonObject json = JsonText.read(data);
        return new ControllerZnode(json.integer("brokerid"), json.has("timestamp") ? json.number("timestamp") : -1);
    }
}
