package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.milena.clients.BrokerCall;
import io.milena.clients.BrokerCall.Expects;
import io.milena.clients.ClientFloor;
import io.milena.clients.ClientKind;
import io.milena.clients.ClusterView;
import io.milena.clients.CommonSettings;
import io.milena.clients.ConnectionSettings;
import io.milena.clients.FloorParts;
import io.milena.clients.MetadataSettings;
import io.milena.clients.MetadataSettings.MissingTopics;
import io.milena.clients.SystemAddressResolver;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.testing.SeededRandomness;
import io.milena.testing.TestLoop;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients stand on, against a real broker: the picture, produce requests with and without answers, fetching. */
class ClientFloorBrokerIT extends WireSuite {

    private static final long TIMEOUT_NANOS = Duration.ofSeconds(20).toNanos();

    private final TestLoop loop = new TestLoop();
    private final ClientFloor floor = ClientFloor.open(
            new FloorParts(
                    ClientKind.PRODUCER,
                    loop.loop(),
                    new SeededRandomness(1),
                    new SystemAddressResolver(),
                    task -> new Thread(task, "resolver").start(),
                    new MetricRegistry()),
            ConnectionSettings.from(
                    CommonSettings.TABLE.read(Map.of("bootstrap.servers", broker.bootstrap())),
                    "floor",
                    MetadataSettings.NEVER,
                    MissingTopics.STAY_MISSING));

    @AfterEach
    void close() {
        assertThat(floor.close(Duration.ofSeconds(20))).isTrue();
        loop.close();
    }

    private Node leaderOf(WireTopic topic) {
        floor.metadata().want(Set.of(topic.name()));
        return Awaitility.await()
                .until(
                        () -> floor.metadata().view().leaderOf(new TopicPartition(topic.name(), 0)),
                        node -> node != null);
    }

    private <A extends ApiMessage> CompletableFuture<A> call(
            Node node, ApiKey api, VersionRange versions, ApiMessage request, Expects expects) {
        var outcome = new CompletableFuture<A>();
        loop.run(() -> floor.brokers()
                .send(
                        node,
                        new BrokerCall<A>(
                                api, versions, version -> request, TIMEOUT_NANOS, expects, new Keeping<>(outcome))));
        return outcome;
    }

    /** Puts an outcome into a future. */
    private record Keeping<A extends ApiMessage>(CompletableFuture<A> outcome) implements BrokerCall.Reply<A> {

        @Override
        public void answered(A answer, short version, long roundTripNanos) {
            outcome.complete(answer);
        }

        @Override
        public void failed(KafkaException cause) {
            outcome.completeExceptionally(cause);
        }
    }

    private static VersionRange upTo(int highest) {
        return new VersionRange((short) 4, (short) highest);
    }

    @Test
    void thePictureShowsTheBrokerAndItsTopics() {
        WireTopic topic = newTopic();

        Node leader = leaderOf(topic);
        floor.metadata().want(Set.of("no-such-topic"));
        Awaitility.await().until(() -> floor.metadata().view().topic("no-such-topic") != null);

        ClusterView view = floor.metadata().view();
        assertThat(leader.port()).isEqualTo(broker.port());
        assertThat(view.brokers()).containsOnlyKeys(0);
        assertThat(view.clusterId()).hasSize(22);
        assertThat(view.topic(topic.name()).partitions()).hasSize(1);
        assertThat(view.topic(topic.name()).partitions().get(0).leaderEpoch()).isZero();
        assertThat(view.topic("no-such-topic").error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void requestsWithAndWithoutAnswersKeepTheirOrder() throws Exception {
        WireTopic topic = newTopic();
        Node leader = leaderOf(topic);

        CompletableFuture<ProduceResponse> silent =
                call(leader, ApiKey.PRODUCE, upTo(9), topic.production(0, WireBatch.now("a", "b")), Expects.NONE);
        CompletableFuture<ProduceResponse> loud =
                call(leader, ApiKey.PRODUCE, upTo(9), topic.production(1, WireBatch.now("c")), Expects.ANSWER);
        CompletableFuture<FetchResponse> fetched = call(
                leader,
                ApiKey.FETCH,
                upTo(12),
                WireTopic.fetching(WireTopic.LARGE, topic.from(0, WireTopic.LARGE)),
                Expects.ANSWER);

        assertThat(WireTopic.only(loud.get(20, TimeUnit.SECONDS)).baseOffset()).isEqualTo(2);
        assertThat(silent).isCompletedWithValue(new ProduceResponse());
        FetchResponse answer = fetched.get(20, TimeUnit.SECONDS);
        List<byte[]> batches =
                WireTopic.batchesIn(answer.responses().get(0).partitions().get(0));
        assertThat(batches).hasSize(2);
        answer.release();
    }
}
