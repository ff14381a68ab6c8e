package io.milena.server.coordinator.group;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.group.OffsetsAsk.Stability;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Asks as tests need them, about one group of consumers. */
final class GroupAsks {

    static final String GROUP = "g";
    static final ClientRef CLIENT = new ClientRef("client", "/127.0.0.1");
    static final MemberTimeouts TIMEOUTS = new MemberTimeouts(10_000, 5_000);
    static final TopicPartition T0 = new TopicPartition("t", 0);
    static final TopicPartition T1 = new TopicPartition("t", 1);
    static final TopicPartition U0 = new TopicPartition("u", 0);
    static final List<MemberProtocol> RANGE = List.of(reading("range", "t"));

    private GroupAsks() {}

    /** A protocol of a consumer that reads these topics. */
    static MemberProtocol reading(String name, String... topics) {
        var metadata = ByteBuffer.allocate(1_000).putShort((short) 1).putInt(topics.length);
        for (String topic : topics) {
            metadata.putShort((short) topic.length()).put(topic.getBytes(StandardCharsets.UTF_8));
        }
        byte[] bytes = new byte[metadata.position()];
        metadata.flip().get(bytes);
        return new MemberProtocol(name, bytes);
    }

    /** A dynamic newcomer of before v4, or a member that joins again. */
    static JoinAsk join(String memberId) {
        return join(new MemberRef(memberId, null), RANGE, JoinManner.ID_AT_THE_END);
    }

    static JoinAsk joinStatic(String instanceId) {
        return join(new MemberRef("", instanceId), RANGE, JoinManner.ID_FIRST);
    }

    static JoinAsk join(MemberRef member, List<MemberProtocol> protocols, JoinManner manner) {
        return new JoinAsk(GROUP, member, CLIENT, TIMEOUTS, "consumer", protocols, manner);
    }

    static GenerationRef in(JoinAnswer joined) {
        return GenerationRef.of(joined.generation(), joined.memberId(), null);
    }

    static GenerationRef in(JoinAnswer joined, String instanceId) {
        return GenerationRef.of(joined.generation(), joined.memberId(), instanceId);
    }

    static SyncAsk sync(GenerationRef from) {
        return sync(from, Map.of());
    }

    static SyncAsk sync(GenerationRef from, Map<String, byte[]> assignments) {
        return new SyncAsk(GROUP, from, null, null, assignments);
    }

    static MemberAsk beat(GenerationRef from) {
        return new MemberAsk(GROUP, from);
    }

    static CommitAsk commit(GenerationRef from, TopicPartition partition, long offset) {
        return new CommitAsk(GROUP, from, CommitAsk.DEFAULT_RETENTION, List.of(line(partition, offset)));
    }

    static OffsetToCommit line(TopicPartition partition, long offset) {
        return new OffsetToCommit(partition, offset, CommittedOffset.NO_EPOCH, "m", CommittedOffset.NEVER_TOLD);
    }

    static OffsetsAsk offsets(TopicPartition... partitions) {
        return new OffsetsAsk(GROUP, List.of(partitions), Stability.ANY);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
