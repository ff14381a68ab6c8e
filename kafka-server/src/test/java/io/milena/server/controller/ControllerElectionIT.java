package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.milena.common.errors.ErrorCode;
import io.milena.server.controller.ControllerHome.TestBroker;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.zookeeper.TestZooKeeper;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Who is controller, and what the next one makes of what the last one left; against a real ZooKeeper. */
class ControllerElectionIT extends ControllerSuite {

    @Test
    void whenTheControllerGoesAnotherBrokerTakesOverAndLeadsWhatItCan() {
        TestBroker one = controllerOf(broker(1));
        TestBroker two = broker(2);
        await().atMost(BOUND).until(() -> image(one).brokers().size() == 2);
        create(one, topic("t", 2, 2));
        assertThat(error(create(two, topic("u", 1, 1)).get(0))).isEqualTo(ErrorCode.NOT_CONTROLLER);

        one.session().close();

        controllerOf(two);
        await().atMost(BOUND).until(() -> topic(two, "t").partitions().stream().allMatch(p -> p.leader() == 2));
        assertThat(TestZooKeeper.text(observer, "/controller_epoch")).isEqualTo("2");
        assertThat(topic(two, "t").partitions())
                .allSatisfy(partition -> assertThat(partition.isr()).containsExactly(2));
        TestBroker back = broker(1);
        await().atMost(BOUND).until(() -> image(two).brokers().containsKey(1));
        await().atMost(BOUND).until(() -> two.brokers().roles.containsKey("1:t-0"));
        assertThat(image(back).controllerId()).isEqualTo(ClusterImage.NO_CONTROLLER);
    }

    @Test
    void aControllerWhoseSessionExpiresResignsAndIsElectedAgain() {
        TestBroker one = controllerOf(broker(1));
        create(one, topic("t", 1, 1));

        home.zookeeper.expire(one.credentials().get());

        await().atMost(BOUND)
                .until(() -> TestZooKeeper.text(observer, "/controller_epoch").equals("2"));
        await().atMost(BOUND).until(() -> error(create(one, topic("u", 1, 1)).get(0)) != ErrorCode.NOT_CONTROLLER);
        await().atMost(BOUND).until(() -> topic(one, "u").partition(0).leader() == 1);
        assertThat(topic(one, "t").partition(0).leader()).isEqualTo(1);
    }

    @Test
    void deletingTheControllersNodeForcesANewElection() {
        TestBroker one = controllerOf(broker(1));

        TestZooKeeper.await(observer.delete(ZkPaths.CONTROLLER, ZkOp.ANY_VERSION));

        await().atMost(BOUND)
                .until(() -> TestZooKeeper.text(observer, "/controller_epoch").equals("2"));
        await().atMost(BOUND).until(() -> error(create(one, topic("u", 1, 1)).get(0)) == ErrorCode.NONE);
    }

    @Test
    void aControllerWhoseEpochSomeoneChangesStandsAgainAboveBothNumbers() {
        TestBroker one = controllerOf(broker(1));

        for (String meddled : List.of("77", "0", "garbage")) {
            byte[] text = meddled.getBytes(StandardCharsets.UTF_8);
            int before = epoch(one);
            TestZooKeeper.await(observer.set(ZkPaths.CONTROLLER_EPOCH, text, ZkOp.ANY_VERSION));

            await().atMost(BOUND).until(() -> epoch(one) > before);
            await().atMost(BOUND)
                    .until(() ->
                            error(create(one, topic("after-" + meddled, 1, 1)).get(0)) == ErrorCode.NONE);
        }
        assertThat(TestZooKeeper.text(observer, "/controller_epoch")).isEqualTo("80");
    }

    private int epoch(TestBroker broker) {
        String text = TestZooKeeper.text(observer, "/controller_epoch");
        boolean holds = broker.controller().figures().active() == 1;
        return holds && text.matches("\\d+") ? Integer.parseInt(text) : 0;
    }

    @Test
    void aTreeOfAnOldClusterIsTakenOver() {
        make("/brokers/topics/old", "{\"version\":1,\"partitions\":{\"0\":[1],\"1\":[7]}}");
        make("/brokers/topics/old/partitions", "");
        make("/brokers/topics/old/partitions/0", "");
        make(
                "/brokers/topics/old/partitions/0/state",
                "{\"controller_epoch\":9,\"leader\":-1,\"version\":1,\"leader_epoch\":4,\"isr\":[1]}");
        make("/brokers/topics/garbage", "not json");
        make("/controller_epoch", "9");

        TestBroker one = controllerOf(broker(1));

        PartitionImage led = topic(one, "old").partition(0);
        assertThat(Objects.requireNonNull(led).leader()).isEqualTo(1);
        assertThat(led.leaderEpoch()).isEqualTo(5);
        assertThat(topic(one, "old").partition(1).hasLeader()).isFalse();
        assertThat(TestZooKeeper.text(observer, "/brokers/topics/old/partitions/0/state"))
                .isEqualTo("{\"controller_epoch\":10,\"leader\":1,\"version\":1,\"leader_epoch\":5,\"isr\":[1]}");
        await().atMost(BOUND)
                .until(() -> TestZooKeeper.text(observer, "/brokers/topics/old")
                        .contains("\"topic_id\":\"" + topic(one, "old").topicId()));
        assertThat(image(one).topics()).containsOnlyKeys("old");
    }
}
