package io.milena.server.zookeeper;

import org.jspecify.annotations.Nullable;

/**
 * Text of {@code /latest_producer_id_block}: the newest block of producer ids, and which broker has it; no data before
 * the first. Immutable.
 *
 * <pre>
 *   {"version":1,"broker":1,"block_start":"0","block_end":"999"}       numbers as strings
 * </pre>
 *
 * @param broker broker id
 * @param first first id of the block
 * @param last last id of the block
 */
public record ProducerIdBlockZnode(int broker, long first, long last) {

    private static final int VERSION = 1;

    public byte[] encode() {
        return JsonText.object(json -> {
            json.writeNumberField("version", VERSION);
            json.writeNumberField("broker", broker);
            json.writeStringField("block_start", Long.toString(first));
            json.writeStringField("block_end", Long.toString(last));
        });
    }

    /** The block, or null when none was given out. */
    public static @Nullable ProducerIdBlockZnode decode(byte[] data) {
        if (data.length == 0) {
            return null;
        }
        JsonObject json = JsonText.read(data);
        return new ProducerIdBlockZnode(json.integer("broker"), json.number("block_start"), json.number("block_end"));
    }
}
