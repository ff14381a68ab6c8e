package io.milena.testing;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.AddOffsetsToTxnResponse;
import io.milena.protocol.messages.AddPartitionsToTxnRequest;
import io.milena.protocol.messages.AddPartitionsToTxnResponse;
import io.milena.protocol.messages.AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult;
import io.milena.protocol.messages.AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult;
import io.milena.protocol.messages.EndTxnRequest;
import io.milena.protocol.messages.EndTxnResponse;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.protocol.messages.FindCoordinatorResponse.Coordinator;
import io.milena.protocol.messages.InitProducerIdResponse;
import io.milena.protocol.messages.TxnOffsetCommitResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes one broker of a scripted cluster the coordinator of all transactions: it says yes, and keeps a journal. */
public final class ScriptedCoordinator {

    private final List<String> journal = new CopyOnWriteArrayList<>();
    private final AtomicInteger epoch = new AtomicInteger(-1);

    public ScriptedCoordinator(ScriptedCluster cluster, ScriptedBroker coordinator) {
        for (ScriptedBroker broker : cluster.brokers()) {
            broker.always(ApiKey.FIND_COORDINATOR, ScriptedStep.answer(exchange -> found(exchange, coordinator)));
        }
        coordinator
                .always(ApiKey.INIT_PRODUCER_ID, ScriptedStep.answer(this::initialised))
                .always(ApiKey.ADD_PARTITIONS_TO_TXN, ScriptedStep.answer(this::added))
                .always(ApiKey.ADD_OFFSETS_TO_TXN, ScriptedStep.answer(exchange -> new AddOffsetsToTxnResponse()))
                .always(ApiKey.TXN_OFFSET_COMMIT, ScriptedStep.answer(exchange -> new TxnOffsetCommitResponse()))
                .always(ApiKey.END_TXN, ScriptedStep.answer(this::ended));
    }

    private static FindCoordinatorResponse found(ScriptedExchange exchange, ScriptedBroker coordinator) {
        String key =
                exchange.request(FindCoordinatorRequest.class).coordinatorKeys().get(0);
        return new FindCoordinatorResponse()
                .coordinators(List.of(new Coordinator()
                        .key(key)
                        .nodeId(coordinator.id())
                        .host("127.0.0.1")
                        .port(coordinator.port())));
    }

    private InitProducerIdResponse initialised(ScriptedExchange exchange) {
        int next = epoch.incrementAndGet();
        journal.add("init " + next);
        return new InitProducerIdResponse().producerId(9).producerEpoch((short) next);
    }

    private AddPartitionsToTxnResponse added(ScriptedExchange exchange) {
        var request = exchange.request(AddPartitionsToTxnRequest.class);
        return new AddPartitionsToTxnResponse()
                .resultsByTopicV3AndBelow(request.v3AndBelowTopics().stream()
                        .map(topic -> new AddPartitionsToTxnTopicResult()
                                .name(topic.name())
                                .resultsByPartition(topic.partitions().stream()
                                        .map(index -> new AddPartitionsToTxnPartitionResult().partitionIndex(index))
                                        .toList()))
                        .toList());
    }

    private EndTxnResponse ended(ScriptedExchange exchange) {
        journal.add(exchange.request(EndTxnRequest.class).committed() ? "commit" : "abort");
        return new EndTxnResponse();
    }

    /** What it was asked, in order: {@code init 0}, {@code commit}, {@code abort}. */
    public List<String> journal() {
        return List.copyOf(journal);
    }
}
