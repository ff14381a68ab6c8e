package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.milena.common.Uuid;
import io.milena.server.controller.ControllerHome.TestBroker;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.zookeeper.TestZooKeeper;
import io.milena.server.zookeeper.ZkOp;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What old tools and other programs write into ZooKeeper themselves is heeded by the controller. */
class OldToolsIT extends ControllerSuite {

    private static final String STATE = "/brokers/topics/t/partitions/%d/state";

    private TestBroker one;

    @BeforeEach
    void elect() {
        one = controllerOf(broker(1));
    }

    private ClusterImage image() {
        return image(one);
    }

    private TopicImage topic(String name) {
        return topic(one, name);
    }

    private void set(String path, String text) {
        TestZooKeeper.await(observer.set(path, text.getBytes(StandardCharsets.UTF_8), ZkOp.ANY_VERSION));
    }

    private void remove(String path) {
        for (String child : TestZooKeeper.await(observer.children(path, null))) {
            remove(path + "/" + child);
        }
        TestZooKeeper.await(observer.delete(path, ZkOp.ANY_VERSION));
    }

    private boolean isThere(String path) {
        return TestZooKeeper.await(observer.exists(path, null)) != null;
    }

    private TopicImage made(String partitions) {
        make("/brokers/topics/t", "{\"version\":1,\"partitions\":" + partitions + "}");
        await().atMost(BOUND).until(() -> image().topic("t") != null);
        return topic("t");
    }

    @Test
    void aTopicWrittenDirectlyGetsAnIdStatesAndLeaders() {
        TopicImage topic = made("{\"0\":[1],\"1\":[1]}");

        assertThat(topic.partitions()).extracting(PartitionImage::leader).containsExactly(1, 1);
        assertThat(one.brokers().roles).containsOnlyKeys("1:t-0", "1:t-1");
        assertThat(TestZooKeeper.text(observer, STATE.formatted(1)))
                .isEqualTo("{\"controller_epoch\":1,\"leader\":1,\"version\":1,\"leader_epoch\":0,\"isr\":[1]}");
        await().atMost(BOUND)
                .until(() -> TestZooKeeper.text(observer, "/brokers/topics/t").contains(topic.topicId() + "\""));
    }

    @Test
    void partitionsAddedToTheNodeAreTakenOverAndTheIdIsKept() {
        Uuid id = made("{\"0\":[1]}").topicId();

        set("/brokers/topics/t", "{\"version\":1,\"partitions\":{\"0\":[1],\"1\":[1],\"2\":[7]}}");

        await().atMost(BOUND).until(() -> topic("t").partitions().size() == 3);
        assertThat(topic("t").partitions()).extracting(PartitionImage::leader).containsExactly(1, 1, -1);
        assertThat(topic("t").topicId()).isEqualTo(id);
        await().atMost(BOUND)
                .until(() -> TestZooKeeper.text(observer, "/brokers/topics/t").contains(id + "\""));
        assertThat(one.brokers().roles).containsOnlyKeys("1:t-0", "1:t-1");
    }

    @Test
    void whatMakesNoSenseIsPassedOverUntilItIsCorrected() {
        make("/brokers/topics/garbage", "not json");
        make("/brokers/topics/gap", "{\"version\":1,\"partitions\":{\"0\":[1],\"2\":[1]}}");
        make("/brokers/topics/bad name", "{\"version\":1,\"partitions\":{\"0\":[1]}}");
        made("{\"0\":[1]}");
        assertThat(image().topics()).containsOnlyKeys("t");

        set("/brokers/topics/garbage", "{\"version\":1,\"partitions\":{\"0\":[1]}}");

        await().atMost(BOUND).until(() -> image().topic("garbage") != null);
    }

    @Test
    void aTopicWhoseNodesWereRemovedIsForgottenAndItsNamesakeIsAnotherTopic() {
        Uuid id = made("{\"0\":[1]}").topicId();

        remove("/brokers/topics/t");
        await().atMost(BOUND).until(() -> image().topic("t") == null);
        assertThat(one.brokers().released).containsExactly("1:t-0");
        assertThat(one.brokers().deleted).isEmpty();

        assertThat(made("{\"0\":[1]}").topicId()).isNotEqualTo(id);
    }

    @Test
    void aTopicOfTheControllersOwnIsWatchedToo() {
        create(one, topic("t", 1, 1));
        String text = TestZooKeeper.text(observer, "/brokers/topics/t");

        set("/brokers/topics/t", text.replace("\"0\":[1]", "\"0\":[1],\"1\":[1]"));

        await().atMost(BOUND).until(() -> topic("t").partitions().size() == 2);
        assertThat(topic("t").partitions()).extracting(PartitionImage::leader).containsExactly(1, 1);
    }

    /** As a controller leaves it that dies while it makes the nodes of a topic. */
    @Test
    void statesThatAreMissingAmongOthersAreMadeUpFor() {
        made("{\"0\":[1],\"1\":[1],\"2\":[1],\"3\":[1]}");
        await().atMost(BOUND).until(() -> isThere(STATE.formatted(3)));
        set(STATE.formatted(0), "{\"controller_epoch\":1,\"leader\":1,\"version\":1,\"leader_epoch\":7,\"isr\":[1]}");
        remove("/brokers/topics/t/partitions/1");
        remove(STATE.formatted(2));

        remove("/controller");

        await().atMost(BOUND).until(() -> isThere(STATE.formatted(1)) && isThere(STATE.formatted(2)));
        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(topic("t").partitions())
                        .extracting(PartitionImage::leaderEpoch)
                        .containsExactly(7, 0, 0, 0));
        assertThat(topic("t").partitions()).extracting(PartitionImage::leader).containsExactly(1, 1, 1, 1);
    }

    @Test
    void anElectionOfAPreferredLeaderThatIsInSyncMovesTheLeaderAndRaisesTheEpoch() {
        broker(2);
        await().atMost(BOUND).until(() -> image().brokers().size() == 2);
        made("{\"0\":[2,1]}");
        await().atMost(BOUND).until(() -> isThere(STATE.formatted(0)));
        set(STATE.formatted(0), "{\"controller_epoch\":1,\"leader\":1,\"version\":1,\"leader_epoch\":5,\"isr\":[1,2]}");
        remove("/controller");

        String node = "/admin/preferred_replica_election";
        make(node, "{\"version\":1,\"partitions\":[{\"topic\":\"t\",\"partition\":0}]}");

        await().atMost(BOUND).until(() -> !isThere(node));
        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(TestZooKeeper.text(observer, STATE.formatted(0)))
                        .contains("\"leader\":2", "\"leader_epoch\":6", "\"isr\":[1,2]"));
    }

    @Test
    void electionsAreHeldAndTheirNodeIsRemovedAlsoWhenItMakesNoSense() {
        TestBroker two = broker(2);
        await().atMost(BOUND).until(() -> image().brokers().size() == 2);
        make("/brokers/topics/u", "{\"version\":1,\"partitions\":{\"0\":[2,1]}}");
        await().atMost(BOUND).until(() -> image().topic("u") != null);
        two.session().close();
        await().atMost(BOUND).until(() -> topic("u").partition(0).leader() == 1);
        broker(2);
        await().atMost(BOUND).until(() -> image().brokers().size() == 2);

        String node = "/admin/preferred_replica_election";
        make(
                node,
                "{\"version\":1,\"partitions\":[{\"topic\":\"u\",\"partition\":0},"
                        + "{\"topic\":\"none\",\"partition\":0}]}");
        await().atMost(BOUND).until(() -> !isThere(node));
        assertThat(topic("u").partition(0).leader()).as("2 is not in sync").isEqualTo(1);

        make(node, "not json");
        await().atMost(BOUND).until(() -> !isThere(node));
    }

    @Test
    void aReassignmentToWhereReplicasAreIsDoneAndAnyOtherIsRefused() {
        made("{\"0\":[1]}");
        String node = "/admin/reassign_partitions";

        make(
                node,
                "{\"version\":1,\"partitions\":[{\"topic\":\"t\",\"partition\":0,\"replicas\":[1]},"
                        + "{\"topic\":\"t\",\"partition\":0,\"replicas\":[7]},"
                        + "{\"topic\":\"none\",\"partition\":0,\"replicas\":[1]}]}");

        await().atMost(BOUND).until(() -> !isThere(node));
        assertThat(topic("t").partition(0).replicas()).containsExactly(1);
        assertThat(topic("t").partition(0).leader()).isEqualTo(1);
    }
}
