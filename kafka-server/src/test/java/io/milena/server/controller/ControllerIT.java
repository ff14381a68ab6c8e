package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.controller.ControllerHome.TestBroker;
import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.TestZooKeeper;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What clients ask of the controller, against a real ZooKeeper: nodes read as the reference writes them. */
class ControllerIT extends ControllerSuite {

    @Test
    void aCreatedTopicIsLedAndVisibleWhenTheAnswerComesAndItsNodesReadAsTheReferenceWritesThem() {
        TestBroker one = controllerOf(broker(1));
        var request = new NewTopic("t", 2, 1, new TreeMap<>(), Map.of("retention.ms", "5", "cleanup.policy", "delete"));

        TopicOutcome outcome = create(one, request).get(0);

        TopicImage topic = topic(one, "t");
        assertThat(outcome).isEqualTo(new TopicOutcome.Done("t", topic.topicId(), 2, 1));
        assertThat(one.brokers().roles).containsOnlyKeys("1:t-0", "1:t-1");
        assertThat(TestZooKeeper.text(observer, "/brokers/topics/t"))
                .isEqualTo("{\"partitions\":{\"0\":[1],\"1\":[1]},\"topic_id\":\"" + topic.topicId()
                        + "\",\"adding_replicas\":{},\"removing_replicas\":{},\"version\":3}");
        assertThat(TestZooKeeper.text(observer, "/brokers/topics/t/partitions/1/state"))
                .isEqualTo("{\"controller_epoch\":1,\"leader\":1,\"version\":1,\"leader_epoch\":0,\"isr\":[1]}");
        assertThat(TestZooKeeper.text(observer, "/config/topics/t"))
                .isEqualTo("{\"version\":1,\"config\":{\"cleanup.policy\":\"delete\",\"retention.ms\":\"5\"}}");
        assertThat(TestZooKeeper.text(observer, "/controller_epoch")).isEqualTo("1");
        assertThat(TestZooKeeper.text(observer, "/controller"))
                .matches("\\{\"version\":2,\"brokerid\":1,\"timestamp\":\"\\d+\",\"kraftControllerEpoch\":-1}");
        assertThat(TestZooKeeper.text(observer, "/feature")).isEqualTo("{\"features\":{},\"version\":2,\"status\":1}");
    }

    @Test
    void eachRefusalHasItsCode() {
        TestBroker one = controllerOf(broker(1));
        create(one, topic("a.b", 1, 1));
        var settings = new NewTopic("s", 1, 1, new TreeMap<>(), Map.of("nosuch", "1"));

        List<TopicOutcome> outcomes = create(
                one,
                topic("a.b", 1, 1),
                topic("a_b", 1, 1),
                topic("bad/name", 1, 1),
                topic("rf", 1, 3),
                topic("p", 0, 1),
                settings,
                topic("twice", 1, 1),
                topic("twice", 2, 1),
                topic("good", NewTopic.BY_DEFAULT, NewTopic.BY_DEFAULT));

        assertThat(outcomes.stream().map(ControllerIT::error))
                .containsExactly(
                        ErrorCode.TOPIC_ALREADY_EXISTS,
                        ErrorCode.INVALID_TOPIC_EXCEPTION,
                        ErrorCode.INVALID_TOPIC_EXCEPTION,
                        ErrorCode.INVALID_REPLICATION_FACTOR,
                        ErrorCode.INVALID_PARTITIONS,
                        ErrorCode.INVALID_CONFIG,
                        ErrorCode.INVALID_REQUEST,
                        ErrorCode.INVALID_REQUEST,
                        ErrorCode.NONE);
        assertThat(image(one).topics()).containsOnlyKeys("a.b", "good");
    }

    @Test
    void oneRequestCreatesNoMorePartitionsThanAreAllowedAlsoWhenOneOfItsTopicsWantsLessThanNone() {
        TestBroker one = controllerOf(broker(1));

        List<TopicOutcome> outcomes = create(
                one, topic("a", 50_000, 1), topic("b", 50_000, 1), topic("c", 1, 1), topic("d", Integer.MIN_VALUE, 1));

        assertThat(outcomes.stream().map(ControllerIT::error)).containsOnly(ErrorCode.INVALID_REQUEST);
        assertThat(image(one).topics()).isEmpty();
    }

    @Test
    void aRequestThatMayTakeNoTimeIsAnsweredAtOnceAndCarriedOutLater() {
        TestBroker one = controllerOf(broker(1));
        var outcomes = new CompletableFuture<List<TopicOutcome>>();

        one.controller()
                .createTopics(
                        List.of(topic("later", 1, 1), topic("rf", 1, 9)),
                        TopicOutcome.Mode.CARRY_OUT,
                        Duration.ZERO,
                        outcomes::complete);

        assertThat(TestZooKeeper.await(outcomes).stream().map(ControllerIT::error))
                .containsExactly(ErrorCode.REQUEST_TIMED_OUT, ErrorCode.INVALID_REPLICATION_FACTOR);
        await().atMost(BOUND).until(() -> image(one).topic("later") != null);
    }

    @Test
    void aDeletedTopicLeavesNothingAndComesBackWithAnotherId() {
        TestBroker one = controllerOf(broker(1));
        create(one, topic("t", 2, 1));
        Uuid before = topic(one, "t").topicId();

        assertThat(error(delete(one, TopicToDelete.withId(before)).get(0))).isEqualTo(ErrorCode.NONE);

        assertThat(image(one).topics()).isEmpty();
        assertThat(one.brokers().deleted).containsExactly("1:t-0", "1:t-1");
        assertThat(TestZooKeeper.await(observer.children(ZkPaths.TOPICS, null))).isEmpty();
        assertThat(TestZooKeeper.await(observer.children(ZkPaths.TOPIC_CONFIGS, null)))
                .isEmpty();
        assertThat(TestZooKeeper.await(observer.children(ZkPaths.DELETE_TOPICS, null)))
                .isEmpty();
        assertThat(error(delete(one, TopicToDelete.withId(before)).get(0))).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID);
        assertThat(error(delete(one, TopicToDelete.named("t")).get(0))).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        create(one, topic("t", 1, 1));
        assertThat(topic(one, "t").topicId()).isNotEqualTo(before);
    }

    @Test
    void twoWhoDeleteATopicAtTheSameTimeBothHearWhenItIsGone() {
        TestBroker one = controllerOf(broker(1));
        create(one, topic("t", 2, 1));
        var first = new CompletableFuture<Boolean>();
        var second = new CompletableFuture<Boolean>();
        List<TopicToDelete> wanted = List.of(TopicToDelete.named("t"));

        for (CompletableFuture<Boolean> gone : List.of(first, second)) {
            one.controller()
                    .deleteTopics(
                            wanted,
                            BOUND,
                            outcomes -> observer.exists(ZkPaths.topic("t"), null)
                                    .thenAccept(stat -> gone.complete(stat == null)));
        }

        assertThat(TestZooKeeper.await(first)).isTrue();
        assertThat(TestZooKeeper.await(second)).isTrue();
        assertThat(error(create(one, topic("t", 1, 1)).get(0))).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void deletionCanBeDisabledForClientsAndOldTools() {
        TestBroker one = controllerOf(broker(1, ControllerConfig.Deletion.DISABLED));
        create(one, topic("t", 1, 1));

        TestZooKeeper.await(observer.create("/admin/delete_topics/t", null, ZkOp.Kind.PERSISTENT));

        await().atMost(BOUND)
                .until(() -> TestZooKeeper.await(observer.children(ZkPaths.DELETE_TOPICS, null))
                        .isEmpty());
        assertThat(error(delete(one, TopicToDelete.named("t")).get(0))).isEqualTo(ErrorCode.TOPIC_DELETION_DISABLED);
        assertThat(image(one).topics()).containsOnlyKeys("t");
    }

    @Test
    void anOldToolsRequestToDeleteIsCarriedOut() {
        TestBroker one = controllerOf(broker(1));
        create(one, topic("t", 1, 1));

        TestZooKeeper.await(observer.create("/admin/delete_topics/t", null, ZkOp.Kind.PERSISTENT));

        await().atMost(BOUND)
                .until(() -> TestZooKeeper.await(observer.children(ZkPaths.DELETE_TOPICS, null))
                        .isEmpty());
        assertThat(image(one).topics()).isEmpty();
    }

    @Test
    void aDeletionThatABrokerCouldNotCarryOutIsFinishedByTheNextController() {
        TestBroker one = controllerOf(broker(1));
        create(one, topic("t", 1, 1));
        one.brokers().refuseDeletion = true;
        delete(one, TopicToDelete.named("t"));
        assertThat(TestZooKeeper.await(observer.children(ZkPaths.DELETE_TOPICS, null)))
                .containsExactly("t");

        one.session().close();
        TestBroker again = controllerOf(broker(1));

        await().atMost(BOUND)
                .until(() -> TestZooKeeper.await(observer.children(ZkPaths.TOPICS, null))
                        .isEmpty());
        assertThat(again.brokers().deleted).containsExactly("1:t-0");
    }

    @Test
    void aTopicGrowsAndNeverShrinks() {
        TestBroker one = controllerOf(broker(1));
        create(one, topic("t", 1, 1));

        assertThat(error(grow(one, new TopicGrowth("t", 3, null)).get(0))).isEqualTo(ErrorCode.NONE);

        assertThat(topic(one, "t").partitions()).hasSize(3);
        assertThat(one.brokers().roles).containsOnlyKeys("1:t-0", "1:t-1", "1:t-2");
        assertThat(TestZooKeeper.text(observer, "/brokers/topics/t"))
                .startsWith("{\"partitions\":{\"0\":[1],\"1\":[1],\"2\":[1]},\"topic_id\":\"");
        assertThat(TestZooKeeper.text(observer, "/brokers/topics/t/partitions/2/state"))
                .isEqualTo("{\"controller_epoch\":1,\"leader\":1,\"version\":1,\"leader_epoch\":0,\"isr\":[1]}");
        assertThat(error(grow(one, new TopicGrowth("t", 2, null)).get(0))).isEqualTo(ErrorCode.INVALID_PARTITIONS);
        assertThat(error(grow(one, new TopicGrowth("x", 2, null)).get(0)))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void producerIdsAreNeverGivenTwice() {
        TestBroker one = controllerOf(broker(1));

        assertThat(producerIds(one)).isEqualTo(new ProducerIdRange(0, 1000));
        assertThat(producerIds(one)).isEqualTo(new ProducerIdRange(1000, 1000));
        assertThat(TestZooKeeper.text(observer, "/latest_producer_id_block"))
                .isEqualTo("{\"version\":1,\"broker\":1,\"block_start\":\"1000\",\"block_end\":\"1999\"}");
    }

    private static ProducerIdRange producerIds(TestBroker broker) {
        var range = new CompletableFuture<ProducerIdRange>();
        broker.controller()
                .allocateProducerIds(
                        1,
                        range::complete,
                        error -> range.completeExceptionally(new IllegalStateException(error.name())));
        return TestZooKeeper.await(range);
    }

    @Test
    void noStepOfALargeTopicIsMoreThanZooKeeperTakes() {
        TestBroker one = controllerOf(broker(1));
        String longName = "n".repeat(249);

        TopicOutcome created = create(one, topic(longName, 30_000, 1)).get(0);

        assertThat(error(created)).isEqualTo(ErrorCode.NONE);
        assertThat(topic(one, longName).partitions()).hasSize(30_000);
    }

    @Test
    void largeTopicsAreWrittenInSeveralSteps() {
        TestBroker one = controllerOf(broker(1));

        assertThat(error(create(one, topic("large", 2_500, 1)).get(0))).isEqualTo(ErrorCode.NONE);

        assertThat(TestZooKeeper.await(observer.children("/brokers/topics/large/partitions", null)))
                .hasSize(2_500);
        assertThat(error(delete(one, TopicToDelete.named("large")).get(0))).isEqualTo(ErrorCode.NONE);
        assertThat(TestZooKeeper.await(observer.children(ZkPaths.TOPICS, null))).isEmpty();
    }
}
