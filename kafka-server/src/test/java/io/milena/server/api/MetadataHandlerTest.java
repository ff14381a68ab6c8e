package io.milena.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiKey;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.RequestHeader;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataRequest.MetadataRequestTopic;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseTopic;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.EndpointImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.network.RequestMetrics;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients are told of brokers and topics, in every version, and which topics come into being by asking. */
class MetadataHandlerTest {

    private static final Uuid ORDERS_ID = new Uuid(1, 1);

    private final ClusterView cluster = new ClusterView(ClusterImage.empty("cluster"));
    private final List<String> created = new ArrayList<>();
    private ErrorCode creation = ErrorCode.NONE;

    MetadataHandlerTest() {
        var endpoints = new TreeMap<String, EndpointImage>();
        endpoints.put("PLAINTEXT", new EndpointImage("PLAINTEXT", "PLAINTEXT", "one.example", 9092));
        var elsewhere = new TreeMap<String, EndpointImage>();
        elsewhere.put("INSIDE", new EndpointImage("INSIDE", "PLAINTEXT", "two.example", 9093));
        cluster.publish(cluster.current()
                .edit()
                .put(new BrokerImage(1, 7, endpoints, "rack-1"))
                .put(new BrokerImage(2, 8, elsewhere, null))
                .controller(1)
                .put(topic("orders", ORDERS_ID, 1))
                .done());
    }

    private static TopicImage topic(String name, Uuid id, int leader) {
        var partition = new PartitionImage(0, leader, 3, List.of(1, 2), List.of(1, 2), 0, PartitionImage.Moves.NONE);
        return new TopicImage(name, id, List.of(partition));
    }

    /** Creates a topic at once, or refuses it, as the test has set {@code creation}. */
    private final class Creator implements TopicCreator {

        @Override
        public void create(Set<String> topics, Consumer<Map<String, ErrorCode>> onDone) {
            created.addAll(topics);
            Map<String, ErrorCode> outcomes = new TreeMap<>();
            for (String topic : topics) {
                outcomes.put(topic, creation);
                if (creation == ErrorCode.NONE) {
                    cluster.publish(cluster.current()
                            .edit()
                            .put(topic(topic, new Uuid(9, created.size()), 1))
                            .done());
                }
            }
            onDone.accept(outcomes);
        }
    }

    private MetadataResponse ask(int version, MetadataRequest request) {
        var header = RequestHeader.of(ApiKey.METADATA, (short) version, 5, "client");
        var exchange = new RecordingExchange(Unpooled.EMPTY_BUFFER, new NoScheduler());
        new MetadataHandler(cluster, AdminServices.AutoCreation.ENABLED, new Creator())
                .handle(
                        request,
                        new Caller<>(exchange, ApiKey.METADATA, header, new RequestMetrics(new MetricRegistry())));
        var bytes = exchange.response();
        assertThat(bytes).as("answer in version %d", version).isNotNull();
        int headerBytes = Integer.BYTES + Integer.BYTES + (version >= 9 ? 1 : 0);
        try {
            return MetadataResponse.read(bytes.skipBytes(headerBytes), (short) version);
        } catch (MalformedMessage e) {
            throw new AssertionError(e);
        }
    }

    private static MetadataRequest about(@Nullable String name, Uuid id) {
        return new MetadataRequest()
                .topics(List.of(new MetadataRequestTopic().name(name).topicId(id)));
    }

    private static MetadataRequest about(String name) {
        return about(name, Uuid.ZERO);
    }

    @Test
    void noTopicsNamedMeansAllInTheFirstVersionAndNoneLater() {
        assertThat(ask(0, new MetadataRequest()).topics()).hasSize(1);
        assertThat(ask(1, new MetadataRequest()).topics()).isEmpty();
        assertThat(ask(12, new MetadataRequest()).topics()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 9, 10, 12})
    void nullMeansAllTopics(int version) {
        MetadataResponse answer = ask(version, new MetadataRequest().topics(null));

        assertThat(answer.topics()).extracting(MetadataResponseTopic::name).containsExactly("orders");
        assertThat(answer.controllerId()).isEqualTo(1);
    }

    @Test
    void onlyBrokersWithTheCallersListenerAreShown() {
        MetadataResponse answer = ask(12, new MetadataRequest());

        assertThat(answer.brokers()).hasSize(1);
        assertThat(answer.brokers().get(0).host()).isEqualTo("one.example");
        assertThat(answer.brokers().get(0).rack()).isEqualTo("rack-1");
    }

    @Test
    void aTopicNamedByItsIdIsFoundAndAnUnknownIdHasNoName() {
        MetadataResponseTopic known = ask(12, about(null, ORDERS_ID)).topics().get(0);
        MetadataResponseTopic unknown =
                ask(12, about("orders", new Uuid(4, 4))).topics().get(0);

        assertThat(known.name()).isEqualTo("orders");
        assertThat(unknown.errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID.code());
        assertThat(unknown.name()).isNull();
        assertThat(created).isEmpty();
    }

    @Test
    void aNameThatIsNullNeverThrows() {
        assertThat(ask(12, about(null, Uuid.ZERO)).topics().get(0).errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(ask(10, about(null, Uuid.ZERO)).topics().get(0).errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(ask(11, about("orders", ORDERS_ID)).topics().get(0).errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
    }

    @Test
    void aMissingTopicIsCreatedAndToldWithItsLeader() {
        MetadataResponseTopic answer = ask(4, about("fresh")).topics().get(0);

        assertThat(created).containsExactly("fresh");
        assertThat(answer.errorCode()).isEqualTo(ErrorCode.NONE.code());
        assertThat(answer.partitions().get(0).leaderId()).isEqualTo(1);
    }

    @Test
    void nothingIsCreatedAgainstTheClientsWishNorUnderAnInternalName() {
        MetadataRequest unwilling = about("fresh").allowAutoTopicCreation(false);

        assertThat(ask(4, unwilling).topics().get(0).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        assertThat(ask(4, about("__consumer_offsets")).topics().get(0).isInternal())
                .isTrue();
        assertThat(created).isEmpty();
    }

    @Test
    void aCreationThatFailsIsToldAndOneUnderWayIsWorthAnotherTry() {
        creation = ErrorCode.INVALID_REPLICATION_FACTOR;
        assertThat(ask(4, about("a")).topics().get(0).errorCode())
                .isEqualTo(ErrorCode.INVALID_REPLICATION_FACTOR.code());

        creation = ErrorCode.TOPIC_ALREADY_EXISTS;
        assertThat(ask(4, about("b")).topics().get(0).errorCode()).isEqualTo(ErrorCode.LEADER_NOT_AVAILABLE.code());

        creation = ErrorCode.INVALID_TOPIC_EXCEPTION;
        assertThat(ask(4, about("a b")).topics().get(0).errorCode())
                .isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION.code());
    }

    @Test
    void aTopicNamedTwiceIsToldOnce() {
        var name = new MetadataRequestTopic().name("orders");

        MetadataResponse answer =
                ask(8, new MetadataRequest().topics(List.of(name, new MetadataRequestTopic().name("orders"))));

        assertThat(answer.topics()).hasSize(1);
    }

    @Test
    void aLeaderWithoutTheCallersListenerCannotBeReached() {
        cluster.publish(
                cluster.current().edit().put(topic("orders", ORDERS_ID, 2)).done());

        var modern = ask(12, about("orders")).topics().get(0).partitions().get(0);
        var old = ask(5, about("orders")).topics().get(0).partitions().get(0);

        assertThat(modern.errorCode()).isEqualTo(ErrorCode.LISTENER_NOT_FOUND.code());
        assertThat(modern.leaderId()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(old.errorCode()).isEqualTo(ErrorCode.LEADER_NOT_AVAILABLE.code());
    }

    @Test
    void theFirstVersionKnowsNoOfflineReplicas() {
        var partition = ask(0, about("orders")).topics().get(0).partitions().get(0);

        assertThat(partition.errorCode()).isEqualTo(ErrorCode.REPLICA_NOT_AVAILABLE.code());
        assertThat(partition.replicaNodes()).containsExactly(1);
    }

    @Test
    void operationsAreToldWhenAskedFor() {
        MetadataRequest request =
                about("orders").includeTopicAuthorizedOperations(true).includeClusterAuthorizedOperations(true);

        MetadataResponse answer = ask(8, request);

        assertThat(answer.topics().get(0).topicAuthorizedOperations()).isEqualTo(0x0df8);
        assertThat(answer.clusterAuthorizedOperations()).isEqualTo(0x1fa0);
        assertThat(ask(8, about("orders")).clusterAuthorizedOperations()).isEqualTo(Integer.MIN_VALUE);
    }

    /** Nothing waits here. */
    private static final class NoScheduler implements Scheduler {

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            return () -> {};
        }
    }
}
