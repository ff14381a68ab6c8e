package io.milena.server.zookeeper;

import java.util.List;

/**
 * Text of {@code /brokers/topics/{topic}/partitions/{p}/state}: who leads and who is in sync. The version of the node
 * is the partition epoch. Immutable.
 *
 * <pre>
 *   {"controller_epoch":1,"leader":1,"version":1,"leader_epoch":0,"isr":[1,2]}       leader -1: none
 * </pre>
 *
 * @param controllerEpoch epoch of the controller that wrote it
 * @param leader broker id, or -1
 * @param leaderEpoch rises with every leader
 * @param isr broker ids in sync; without a leader, the last ones that were
 */
public record PartitionStateZnode(int controllerEpoch, int leader, int leaderEpoch, List<Integer> isr) {

    private static final int VERSION = 1;

    public byte[] encode() {
        return JsonText.object(json -> {
            json.writeNumberField("controller_epoch", controllerEpoch);
            json.writeNumberField("leader", leader);
            json.writeNumberField("version", VERSION);
            json.writeNumberField("leader_epoch", leaderEpoch);
            JsonText.integers(json, "isr", isr);
        });
    }

    public static PartitionStateZnode decode(byte[] data) {
        JsonObject json = JsonText.read(data);
        return new PartitionStateZnode(
                json.integer("controller_epoch"),
                json.integer("leader"),
                json.integer("leader_epoch"),
                json.integers("isr"));
    }
}
