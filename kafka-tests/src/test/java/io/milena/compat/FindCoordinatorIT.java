package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DescribeConfigsRequest;
import io.milena.protocol.messages.DescribeConfigsResponse;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Finding coordinators, whose topics are made by that; also against the reference. */
class FindCoordinatorIT extends WireSuite {

    private static final byte GROUP = 0;
    private static final byte TRANSACTION = 1;
    private static final byte TOPIC_RESOURCE = 2;

    private FindCoordinatorResponse find(int version, byte keyType, String... keys) {
        var request = version < 4
                ? new FindCoordinatorRequest().key(keys[0]).keyType(keyType)
                : new FindCoordinatorRequest().coordinatorKeys(List.of(keys)).keyType(keyType);
        return client.call(FindCoordinatorResponse.class, ApiKey.FIND_COORDINATOR, version, request);
    }

    /** The reference says that there is none while it makes the topic. */
    private FindCoordinatorResponse found(int version, byte keyType, String... keys) {
        return Awaitility.await()
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> find(version, keyType, keys),
                        answer -> version < 4
                                ? answer.errorCode() == ErrorCode.NONE.code()
                                : answer.coordinators().stream().allMatch(one -> one.errorCode() == 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void oneCoordinatorIsFound(int version) {
        FindCoordinatorResponse answer = found(version, GROUP, "group");

        assertThat(answer.nodeId()).isZero();
        assertThat(answer.host()).isEqualTo("127.0.0.1");
        assertThat(answer.port()).isEqualTo(broker.port());
        assertThat(answer.errorMessage()).isEqualTo(version == 0 ? "" : "NONE");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6})
    void manyCoordinatorsAreFoundAtOnce(int version) {
        FindCoordinatorResponse answer = found(version, TRANSACTION, "one", "two", "");

        assertThat(answer.coordinators())
                .extracting(FindCoordinatorResponse.Coordinator::key)
                .containsExactly("one", "two", "");
        assertThat(answer.coordinators()).allSatisfy(one -> {
            assertThat(one.nodeId()).isZero();
            assertThat(one.host()).isEqualTo("127.0.0.1");
            assertThat(one.port()).isEqualTo(broker.port());
            assertThat(one.errorMessage()).isEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 6})
    void nothingCoordinatesWhatHasNoKind(int version) {
        FindCoordinatorResponse answer = find(version, (byte) 7, "key");

        short error =
                version < 4 ? answer.errorCode() : answer.coordinators().get(0).errorCode();
        assertThat(error).isEqualTo(ErrorCode.INVALID_REQUEST.code());
    }

    @Test
    void theTopicsAreMadeAsTheReferenceMakesThem() {
        found(2, GROUP, "group");
        found(2, TRANSACTION, "id");

        var request = new MetadataRequest()
                .topics(List.of(
                        new MetadataRequest.MetadataRequestTopic().name("__consumer_offsets"),
                        new MetadataRequest.MetadataRequestTopic().name("__transaction_state")));
        var answer = client.call(MetadataResponse.class, ApiKey.METADATA, 9, request);
        assertThat(answer.topics())
                .allMatch(topic -> topic.isInternal() && topic.partitions().size() == 50);
        assertThat(settings("__consumer_offsets"))
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("compression.type", "producer")
                .containsEntry("segment.bytes", "104857600");
        assertThat(settings("__transaction_state"))
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("compression.type", "uncompressed")
                .containsEntry("min.insync.replicas", "1")
                .containsEntry("segment.bytes", "104857600")
                .containsEntry("unclean.leader.election.enable", "false");
    }

    private Map<String, String> settings(String topic) {
        var resource = new DescribeConfigsRequest.DescribeConfigsResource()
                .resourceType(TOPIC_RESOURCE)
                .resourceName(topic)
                .configurationKeys(null);
        var answer = client.call(
                DescribeConfigsResponse.class,
                ApiKey.DESCRIBE_CONFIGS,
                2,
                new DescribeConfigsRequest().resources(List.of(resource)));
        return answer.results().get(0).configs().stream()
                .filter(entry -> entry.value() != null)
                .collect(Collectors.toMap(
                        DescribeConfigsResponse.DescribeConfigsResourceResult::name,
                        DescribeConfigsResponse.DescribeConfigsResourceResult::value));
    }
}
