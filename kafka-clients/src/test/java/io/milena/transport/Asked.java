package io.milena.transport;

import io.milena.common.KafkaException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A request of a test, which keeps what came of it and fails the second time it is told anything. */
final class Asked implements Outgoing {

    private final ApiKey api;
    private final VersionRange versions;
    private final Supplier<ApiMessage> message;
    private final Duration timeout;
    private final boolean expectsAnswer;
    private final CompletableFuture<ApiMessage> outcome = new CompletableFuture<>();
    private volatile Runnable onOutcome = () -> {};
    private volatile short version = -1;

    private Asked(
            ApiKey api, VersionRange versions, Supplier<ApiMessage> message, Duration timeout, boolean expectsAnswer) {
        this.api = api;
        this.versions = versions;
        this.message = message;
        this.timeout = timeout;
        this.expectsAnswer = expectsAnswer;
    }

    static Asked heartbeat(String group) {
        return heartbeat(group, Duration.ofSeconds(20));
    }

    static Asked heartbeat(String group, Duration timeout) {
        return new Asked(
                ApiKey.HEARTBEAT,
                ApiKey.HEARTBEAT.requestVersions(),
                () -> new HeartbeatRequest().groupId(group).memberId("m"),
                timeout,
                true);
    }

    static Asked unheardOf() {
        return new Asked(
                ApiKey.HEARTBEAT, new VersionRange((short) 90, (short) 91), HeartbeatRequest::new, Duration.ZERO, true);
    }

    /** Takes over {@code records}. */
    static Asked produce(int acks, ByteBuf records, Duration timeout) {
        return new Asked(
                ApiKey.PRODUCE,
                new VersionRange((short) 9, (short) 9),
                () -> new ProduceRequest()
                        .acks((short) acks)
                        .topicData(List.of(new TopicProduceData()
                                .name("t")
                                .partitionData(
                                        List.of(new PartitionProduceData().records(new RecordsBuffer(records)))))),
                timeout,
                acks != 0);
    }

    /** Does this when it is told what came of it. */
    Asked then(Runnable task) {
        onOutcome = task;
        return this;
    }

    CompletableFuture<ApiMessage> outcome() {
        return outcome;
    }

    short version() {
        return version;
    }

    @Override
    public ApiKey api() {
        return api;
    }

    @Override
    public VersionRange versions() {
        return versions;
    }

    @Override
    public ApiMessage message(short chosen) {
        version = chosen;
        return message.get();
    }

    @Override
    public long timeoutNanos() {
        return timeout.toNanos();
    }

    @Override
    public boolean expectsAnswer() {
        return expectsAnswer;
    }

    @Override
    public void answered(ApiMessage answer, short answeredVersion, long roundTripNanos) {
        told();
        outcome.complete(answer);
    }

    @Override
    public void failed(KafkaException cause) {
        told();
        outcome.completeExceptionally(cause);
    }

    private void told() {
        if (outcome.isDone()) {
            throw new AssertionError("told twice");
        }
        onOutcome.run();
    }
}
