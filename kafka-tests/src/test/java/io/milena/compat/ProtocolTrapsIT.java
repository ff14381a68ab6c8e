package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.ApiVersionsRequest;
import io.milena.protocol.messages.ApiVersionsResponse;
import io.milena.protocol.messages.CreateTopicsResponse;
import io.milena.protocol.messages.DescribeAclsRequest;
import io.milena.protocol.messages.DescribeAclsResponse;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.testkit.ReferenceJars;
import io.milena.testkit.WireTopic;
import io.netty.buffer.ByteBufUtil;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Places where implementations of the protocol went wrong: versions, names and ids of topics, order of answers. */
class ProtocolTrapsIT extends WireSuite {

    private static final byte ANY = 1;

    @ParameterizedTest
    @ValueSource(ints = {5, 99})
    void anUnknownVersionOfApiVersionsIsAnsweredInTheFirst(int version) {
        client.sendBody(ApiKey.API_VERSIONS, version, new byte[] {-1, -1, -1});

        byte[] answer = client.receiveFrame();

        assertThat(ByteBufUtil.hexDump(answer)).isEqualTo("00000001" + "0023" + "00000001" + "001200000004");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void everyVersionOfApiVersionsListsTheSameApis(int version) {
        var response = apiVersions(version, "wire");

        assertThat(response.errorCode()).isEqualTo(ErrorCode.NONE.code());
        assertThat(response.apiKeys())
                .extracting(ApiVersionsResponse.ApiVersion::apiKey)
                .contains(ApiKey.PRODUCE.id(), ApiKey.FETCH.id(), ApiKey.METADATA.id(), ApiKey.API_VERSIONS.id())
                .doesNotHaveDuplicates();
    }

    /** Clients negotiate by these ranges, so they are those of the last release with ZooKeeper. */
    @Test
    void everyApiIsServedInTheVersionsOfTheReference() throws Exception {
        Map<Short, String> theirs = new TreeMap<>();
        try (var loader = ReferenceJars.CLIENTS_3_9.newClassLoader()) {
            Class<?> keys = loader.loadClass("org.apache.kafka.common.protocol.ApiKeys");
            for (Object key : keys.getEnumConstants()) {
                Object lowest = keys.getMethod("oldestVersion").invoke(key);
                Object highest = keys.getMethod("latestVersion", boolean.class).invoke(key, false);
                theirs.put((short) keys.getField("id").getInt(key), lowest + " to " + highest);
            }
        }

        assertThat(apiVersions(3, "wire").apiKeys())
                .hasSizeGreaterThan(15)
                .allSatisfy(served -> assertThat(served.minVersion() + " to " + served.maxVersion())
                        .as("API %s", served.apiKey())
                        .isEqualTo(theirs.get(served.apiKey())));
    }

    @Test
    void aClientNameThatIsNoneIsRefused() {
        assertThat(apiVersions(3, "no name!").errorCode()).isEqualTo(ErrorCode.INVALID_REQUEST.code());
    }

    private ApiVersionsResponse apiVersions(int version, String software) {
        var request = new ApiVersionsRequest().clientSoftwareName(software).clientSoftwareVersion("1.0");
        return client.call(ApiVersionsResponse.class, ApiKey.API_VERSIONS, version, request);
    }

    @Test
    void anEmptyListOfTopicsMeansAllInTheFirstMetadataAndNoneLater() {
        String name = newTopic().name();

        assertThat(metadata(0, List.of()).topics())
                .extracting(topic -> topic.name())
                .contains(name);
        assertThat(metadata(1, List.of()).topics()).isEmpty();
        assertThat(metadata(12, List.of()).topics()).isEmpty();
        assertThat(metadata(1, null).topics()).extracting(topic -> topic.name()).contains(name);
        assertThat(metadata(12, null).topics())
                .extracting(topic -> topic.name())
                .contains(name);
    }

    @Test
    void metadataByTopicIdNeedsNoName() {
        var topic = newTopic();
        Uuid id = idOf(topic.name());

        var found = metadata(12, List.of(byId(id))).topics().get(0);
        var unknown =
                metadata(12, List.of(byId(WireTopic.noTopicId()))).topics().get(0);

        assertThat(found.name()).isEqualTo(topic.name());
        assertThat(found.errorCode()).isEqualTo(ErrorCode.NONE.code());
        assertThat(unknown.errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID.code());
        assertThat(unknown.topicId()).isEqualTo(WireTopic.noTopicId());
    }

    @Test
    void aTopicCreatedAgainHasAnotherId() {
        var topic = newTopic();
        Uuid first = idOf(topic.name());
        topic.delete();

        Awaitility.await()
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> WireTopic.create(client, topic.name(), Map.of()));
        Uuid second = idOf(topic.name());

        assertThat(second).isNotEqualTo(first);
        assertThat(metadata(12, List.of(byId(first))).topics().get(0).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID.code());
    }

    private Uuid idOf(String name) {
        return metadata(12, List.of(new MetadataRequest.MetadataRequestTopic().name(name)))
                .topics()
                .get(0)
                .topicId();
    }

    private static MetadataRequest.MetadataRequestTopic byId(Uuid id) {
        return new MetadataRequest.MetadataRequestTopic().topicId(id).name(null);
    }

    private MetadataResponse metadata(int version, @Nullable List<MetadataRequest.MetadataRequestTopic> topics) {
        return client.call(MetadataResponse.class, ApiKey.METADATA, version, asking(topics));
    }

    private static MetadataRequest asking(@Nullable List<MetadataRequest.MetadataRequestTopic> topics) {
        return new MetadataRequest().topics(topics).allowAutoTopicCreation(true);
    }

    @Test
    void anUnknownTopicIsNotCreatedWhereThatIsOff() {
        var answer = metadata(4, List.of(new MetadataRequest.MetadataRequestTopic().name("nobody-made-it")));

        assertThat(answer.topics().get(0).errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
    }

    @Test
    void aTopicIsSeenByTheRequestRightBehindItsCreation() {
        String name = newName();
        client.send(ApiKey.CREATE_TOPICS, 5, WireTopic.creation(name, Map.of()));
        client.send(ApiKey.METADATA, 4, asking(List.of(new MetadataRequest.MetadataRequestTopic().name(name))));

        client.receive(CreateTopicsResponse.class, ApiKey.CREATE_TOPICS, 5);
        var seen = client.receive(MetadataResponse.class, ApiKey.METADATA, 4);

        assertThat(seen.topics().get(0).errorCode()).isEqualTo(ErrorCode.NONE.code());
        assertThat(seen.topics().get(0).partitions().get(0).leaderId()).isZero();
    }

    @Test
    void aclRequestsWithoutAnAuthorizerSaySo() {
        var request = new DescribeAclsRequest()
                .resourceTypeFilter(ANY)
                .patternTypeFilter(ANY)
                .operation(ANY)
                .permissionType(ANY);

        var answer = client.call(DescribeAclsResponse.class, ApiKey.DESCRIBE_ACLS, 2, request);

        assertThat(answer.errorCode()).isEqualTo(ErrorCode.SECURITY_DISABLED.code());
    }
}
