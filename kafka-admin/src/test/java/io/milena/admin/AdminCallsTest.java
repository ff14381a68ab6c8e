package io.milena.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.admin.ConfigEntry.ConfigSource;
import io.milena.common.KafkaFuture;
import io.milena.common.TopicCollection;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.acl.AclOperation;
import io.milena.common.config.ConfigResource;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.TopicAuthorizationException;
import io.milena.common.errors.UnknownServerException;
import io.milena.common.errors.UnknownTopicOrPartitionException;
import io.milena.protocol.messages.CreatePartitionsRequest;
import io.milena.protocol.messages.CreatePartitionsResponse;
import io.milena.protocol.messages.CreateTopicsRequest;
import io.milena.protocol.messages.CreateTopicsResponse;
import io.milena.protocol.messages.DeleteTopicsRequest;
import io.milena.protocol.messages.DeleteTopicsResponse;
import io.milena.protocol.messages.DescribeClusterResponse;
import io.milena.protocol.messages.DescribeConfigsRequest;
import io.milena.protocol.messages.DescribeConfigsResponse;
import io.milena.protocol.messages.ListPartitionReassignmentsRequest;
import io.milena.protocol.messages.ListPartitionReassignmentsResponse;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What each call sends, and what it makes of an answer. */
class AdminCallsTest {

    private static final Uuid ID = new Uuid(3, 4);

    private final Stage stage = Stage.ofTwo();

    private FakeBrokers.Asked asked() {
        stage.run();
        return stage.brokers.next();
    }

    @Test
    void createTopicsTellsPlacementAndSettings() throws Exception {
        var topic = new NewTopic("sky", Map.of(0, List.of(1, 2))).configs(Map.of("retention.ms", "5"));
        var result = stage.admin.createTopics(List.of(topic), new CreateTopicsOptions().validateOnly(true));
        var asked = asked();
        asked.answer(new CreateTopicsResponse()
                .topics(List.of(new CreateTopicsResponse.CreatableTopicResult()
                        .name("sky")
                        .topicId(ID)
                        .numPartitions(1)
                        .replicationFactor((short) 2)
                        .configs(List.of(new CreateTopicsResponse.CreatableTopicConfigs()
                                .name("retention.ms")
                                .value("5")
                                .configSource((byte) 1))))));

        var request = asked.as(CreateTopicsRequest.class);
        assertThat(request.validateOnly()).isTrue();
        assertThat(request.timeoutMs()).isEqualTo(Stage.REQUEST_TIMEOUT_MS);
        var sent = request.topics().get(0);
        assertThat(sent.numPartitions()).isEqualTo(-1);
        assertThat(sent.replicationFactor()).isEqualTo((short) -1);
        assertThat(sent.assignments().get(0).brokerIds()).containsExactly(1, 2);
        assertThat(sent.configs().get(0).value()).isEqualTo("5");
        assertThat(result.topicId("sky").get()).isEqualTo(ID);
        assertThat(result.numPartitions("sky").get()).isEqualTo(1);
        assertThat(result.replicationFactor("sky").get()).isEqualTo(2);
        assertThat(result.config("sky").get().get("retention.ms").source())
                .isEqualTo(ConfigSource.DYNAMIC_TOPIC_CONFIG);
    }

    @Test
    void howATopicWasMadeMayBeHidden() {
        var result = stage.admin.createTopics(List.of(new NewTopic("sky", 1, (short) 1)));
        asked().answer(new CreateTopicsResponse()
                .topics(List.of(new CreateTopicsResponse.CreatableTopicResult()
                        .name("sky")
                        .topicConfigErrorCode(ErrorCode.TOPIC_AUTHORIZATION_FAILED.code()))));

        assertThat(result.all().isCompletedExceptionally()).isFalse();
        assertThatThrownBy(() -> result.config("sky").get()).hasCauseInstanceOf(TopicAuthorizationException.class);
        assertThatThrownBy(() -> result.numPartitions("sky").get())
                .hasCauseInstanceOf(TopicAuthorizationException.class);
    }

    @Test
    void whatAnAnswerDoesNotMentionHasFailed() {
        var result = stage.admin.createTopics(List.of(new NewTopic("sky", 1, (short) 1)));
        asked().answer(new CreateTopicsResponse());

        assertThatThrownBy(() -> result.all().get()).hasCauseInstanceOf(UnknownServerException.class);
    }

    @Test
    void deleteTopicsByNameSpeaksToOldBrokersToo() {
        stage.brokers.version = 5;
        KafkaFuture<Void> result = stage.admin.deleteTopics(List.of("sky")).all();
        var asked = asked();
        asked.answer(new DeleteTopicsResponse()
                .responses(List.of(new DeleteTopicsResponse.DeletableTopicResult().name("sky"))));

        assertThat(asked.as(DeleteTopicsRequest.class).topicNames()).containsExactly("sky");
        assertThat(result.isCompletedExceptionally()).isFalse();
        assertThat(result.isDone()).isTrue();
    }

    @Test
    void deleteTopicsByIdNeedsNewOnes() {
        var result = stage.admin.deleteTopics(TopicCollection.ofTopicIds(List.of(ID)));
        var asked = asked();
        asked.answer(new DeleteTopicsResponse()
                .responses(List.of(new DeleteTopicsResponse.DeletableTopicResult()
                        .name("sky")
                        .topicId(ID))));

        assertThat(asked.call().versions().lowest()).isEqualTo((short) 6);
        assertThat(asked.as(DeleteTopicsRequest.class).topics().get(0).topicId())
                .isEqualTo(ID);
        assertThat(result.topicIdValues()).containsOnlyKeys(ID);
        assertThat(result.topicNameValues()).isNull();
        assertThat(result.all().isDone()).isTrue();
    }

    private static MetadataResponse metadata() {
        return new MetadataResponse()
                .brokers(List.of(new MetadataResponse.MetadataResponseBroker()
                        .nodeId(1)
                        .host("one")
                        .port(9092)))
                .topics(List.of(
                        new MetadataResponse.MetadataResponseTopic()
                                .name("sky")
                                .topicId(ID)
                                .topicAuthorizedOperations(1 << AclOperation.READ.code())
                                .partitions(List.of(
                                        new MetadataResponse.MetadataResponsePartition()
                                                .partitionIndex(1)
                                                .leaderId(-1)
                                                .replicaNodes(List.of(2))
                                                .isrNodes(List.of()),
                                        new MetadataResponse.MetadataResponsePartition()
                                                .partitionIndex(0)
                                                .leaderId(1)
                                                .replicaNodes(List.of(1, 2))
                                                .isrNodes(List.of(1)))),
                        new MetadataResponse.MetadataResponseTopic()
                                .name("__own")
                                .isInternal(true)));
    }

    @Test
    void listTopicsLeavesOutWhatTheClusterKeepsForItself() throws Exception {
        var some = stage.admin.listTopics();
        var asked = asked();
        asked.answer(metadata());
        var all = stage.admin.listTopics(new ListTopicsOptions().listInternal(true));
        asked().answer(metadata());

        assertThat(asked.as(MetadataRequest.class).topics()).isNull();
        assertThat(some.listings().get()).containsExactly(new TopicListing("sky", ID, false));
        assertThat(all.names().get()).containsExactly("sky", "__own");
    }

    @Test
    void describeTopicsTellsPartitionsInOrderAndBrokersThatAreGone() throws Exception {
        var result = stage.admin.describeTopics(List.of("sky", "none"));
        var asked = asked();
        asked.answer(metadata());

        assertThat(asked.as(MetadataRequest.class).allowAutoTopicCreation()).isFalse();
        TopicDescription sky = result.topicNameValues().get("sky").get();
        assertThat(sky.partitions())
                .extracting(partition -> partition.partition())
                .containsExactly(0, 1);
        assertThat(sky.partitions().get(0).leader().host()).isEqualTo("one");
        assertThat(sky.partitions().get(1).leader()).isNull();
        assertThat(sky.partitions().get(1).replicas().get(0).port()).isEqualTo(-1);
        assertThat(sky.authorizedOperations()).isEqualTo(Set.of(AclOperation.READ));
        assertThatThrownBy(() -> result.topicNameValues().get("none").get())
                .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        assertThatThrownBy(() -> result.allTopicNames().get())
                .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
    }

    @Test
    void describeClusterTellsBrokersAndController() throws Exception {
        var result = stage.admin.describeCluster();
        asked().answer(new DescribeClusterResponse()
                .clusterId("c")
                .controllerId(2)
                .brokers(List.of(
                        new DescribeClusterResponse.DescribeClusterBroker()
                                .brokerId(1)
                                .host("one")
                                .port(9092),
                        new DescribeClusterResponse.DescribeClusterBroker()
                                .brokerId(2)
                                .host("two")
                                .port(9092))));

        assertThat(result.nodes().get()).containsExactly(Stage.ONE, Stage.TWO);
        assertThat(result.controller().get()).isEqualTo(Stage.TWO);
        assertThat(result.clusterId().get()).isEqualTo("c");
        assertThat(result.authorizedOperations().get()).isNull();
    }

    @Test
    void createPartitionsTellsTheNewCount() {
        var result = stage.admin.createPartitions(Map.of("sky", NewPartitions.increaseTo(3, List.of(List.of(1)))));
        var asked = asked();
        asked.answer(new CreatePartitionsResponse()
                .results(List.of(new CreatePartitionsResponse.CreatePartitionsTopicResult().name("sky"))));

        var sent = asked.as(CreatePartitionsRequest.class).topics().get(0);
        assertThat(sent.count()).isEqualTo(3);
        assertThat(sent.assignments().get(0).brokerIds()).containsExactly(1);
        assertThat(result.all().isDone()).isTrue();
    }

    @Test
    void settingsOfABrokerAreAskedOfThatBroker() throws Exception {
        var broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
        var topic = new ConfigResource(ConfigResource.Type.TOPIC, "sky");
        var result = stage.admin.describeConfigs(List.of(broker, topic));
        stage.run();

        assertThat(stage.brokers.asked).extracting(FakeBrokers.Asked::node).containsExactly(Stage.ONE, Stage.TWO);
        for (FakeBrokers.Asked asked : stage.brokers.asked) {
            var sent = asked.as(DescribeConfigsRequest.class).resources().get(0);
            asked.answer(new DescribeConfigsResponse()
                    .results(List.of(new DescribeConfigsResponse.DescribeConfigsResult()
                            .resourceType(sent.resourceType())
                            .resourceName(sent.resourceName())
                            .configs(List.of(new DescribeConfigsResponse.DescribeConfigsResourceResult()
                                    .name("k")
                                    .value("v")
                                    .configSource((byte) 5))))));
        }
        assertThat(result.all().get()).containsOnlyKeys(broker, topic);
        assertThat(result.values().get(topic).get().get("k").isDefault()).isTrue();
    }

    @Test
    void reassignmentsAreAskedByTopic() throws Exception {
        var partition = new TopicPartition("sky", 1);
        var result = stage.admin.listPartitionReassignments(Set.of(partition));
        var asked = asked();
        asked.answer(new ListPartitionReassignmentsResponse()
                .topics(List.of(new ListPartitionReassignmentsResponse.OngoingTopicReassignment()
                        .name("sky")
                        .partitions(List.of(new ListPartitionReassignmentsResponse.OngoingPartitionReassignment()
                                .partitionIndex(1)
                                .replicas(List.of(1, 2))
                                .addingReplicas(List.of(2)))))));

        assertThat(asked.as(ListPartitionReassignmentsRequest.class)
                        .topics()
                        .get(0)
                        .partitionIndexes())
                .containsExactly(1);
        assertThat(result.reassignments().get().get(partition).addingReplicas()).containsExactly(2);
    }
}
