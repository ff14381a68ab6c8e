package io.milena.testkit;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchRequest.OffsetFetchRequestTopic;
import io.milena.protocol.messages.OffsetFetchResponse;
import io.milena.protocol.messages.OffsetFetchResponse.OffsetFetchResponsePartition;
import java.util.List;

/** How far a group is in partition 0 of a topic, asked on the bare wire. Immutable. */
public record WireOffsets(WireClient client, String group) {

    /** In place of an offset where there is none. */
    public static final long NONE = -1;

    private static final int VERSION = 7;

    /** What is committed, also while a transaction could still replace it. */
    public OffsetFetchResponsePartition committed(String topic) {
        return fetch(topic, new OffsetFetchRequest().requireStable(false));
    }

    /** The same, or UNSTABLE_OFFSET_COMMIT while a transaction could still replace it (KIP-447). */
    public OffsetFetchResponsePartition stable(String topic) {
        return fetch(topic, new OffsetFetchRequest().requireStable(true));
    }

    private OffsetFetchResponsePartition fetch(String topic, OffsetFetchRequest request) {
        var partition = new OffsetFetchRequestTopic().name(topic).partitionIndexes(List.of(0));
        return client.call(
                        OffsetFetchResponse.class,
                        ApiKey.OFFSET_FETCH,
                        VERSION,
                        request.groupId(group).topics(List.of(partition)))
                .topics()
                .get(0)
                .partitions()
                .get(0);
    }
}
