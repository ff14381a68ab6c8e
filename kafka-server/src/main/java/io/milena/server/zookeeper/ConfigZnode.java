package io.milena.server.zookeeper;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Text of {@code /config/{topics,brokers,users,clients,ips}/{name}}: settings of one entity, all values as strings.
 *
 * <pre>
 *   {"version":1,"config":{"min.insync.replicas":"1","retention.ms":"604800000"}}
 * </pre>
 */
public final class ConfigZnode {

    private static final int VERSION = 1;

    private ConfigZnode() {}

    public static byte[] encode(Map<String, String> settings) {
        return JsonText.object(json -> {
            json.writeNumberField("version", VERSION);
            json.writeObjectFieldStart("config");
            for (var setting : settings.entrySet()) {
                json.writeStringField(setting.getKey(), setting.getValue());
            }
            json.writeEndObject();
        });
    }

    /** The settings, sorted by key; a node without data has none. */
    public static SortedMap<String, String> decode(byte[] data) {
        SortedMap<String, String> settings = new TreeMap<>();
        if (data.length == 0) {
            return settings;
        }
        JsonObject config = JsonText.read(data).object("config");
        for (String key : config.names()) {
            settings.put(key, config.string(key));
        }
        return settings;
    }
}
