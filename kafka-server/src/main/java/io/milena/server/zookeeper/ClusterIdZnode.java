package io.milena.server.zookeeper;

/**
 * Text of {@code /cluster/id}.
 *
 * <pre>
 *   {"version":"1","id":"TRoVM4HrSCWm3UWZndUwJA"}     the version is a string
 * </pre>
 */
public final class ClusterIdZnode {

    private ClusterIdZnode() {}

    public static byte[] encode(String clusterId) {
        return JsonText.object(json -> {
            json.writeStringField("version", "1");
            json.writeStringField("id", clusterId);
        });
    }

    public static String decode(byte[] data) {
        return JsonText.read(data).string("id");
    }
}
