package io.milena.server.zookeeper;

/**
 * Text of {@code /config/changes/config_change_{number}}: settings of one entity have changed. Written in version 2,
 * read from version 1. Immutable.
 *
 * <pre>
 *   {"version":2,"entity_path":"topics/t1"}
 *   {"version":1,"entity_type":"topics","entity_name":"t1"}
 * </pre>
 *
 * @param entityPath path below {@code /config}, encoded as there
 */
public record ConfigChangeZnode(String entityPath) {

    private static final int VERSION = 2;

    public byte[] encode() {
        return JsonText.object(json -> {
            json.writeNumberField("version", VERSION);
            json.writeStringField("entity_path", entityPath);
        });
    }

    public static ConfigChangeZnode decode(byte[] data) {
        JsonObject json = JsonText.read(data);
        return new ConfigChangeZnode(
                json.has("entity_path")
                        ? json.string("entity_path")
                        : json.string("entity_type") + "/" + json.string("entity_name"));
    }
}
