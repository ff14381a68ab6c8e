package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.controller.ControllerHome.TestBroker;
import io.milena.server.zookeeper.TestZooKeeper;
import io.milena.server.zookeeper.ZkPaths;
import org.junit.jupiter.api.Test;

/** Whoever asks the controller hears what was done, also when every answer of ZooKeeper is lost with its connection. */
class LostAnswersIT extends ControllerSuite {

    private TestBroker controller() {
        return controllerOf(home.broker(1, ControllerConfig.Deletion.ENABLED, LostAnswers::new));
    }

    @Test
    void aTopicIsCreatedAndDeleted() {
        TestBroker one = controller();

        TopicOutcome created = create(one, topic("t", 3, 1)).get(0);
        TopicOutcome repeated = create(one, topic("t", 3, 1)).get(0);
        int partitions = topic(one, "t").partitions().size();
        TopicOutcome deleted = delete(one, TopicToDelete.named("t")).get(0);

        assertThat(error(created)).isEqualTo(ErrorCode.NONE);
        assertThat(error(repeated)).isEqualTo(ErrorCode.TOPIC_ALREADY_EXISTS);
        assertThat(partitions).isEqualTo(3);
        assertThat(error(deleted)).isEqualTo(ErrorCode.NONE);
        assertThat(TestZooKeeper.await(observer.children(ZkPaths.TOPICS, null))).isEmpty();
    }

    @Test
    void aTopicOfSeveralStepsIsCreated() {
        TestBroker one = controller();

        TopicOutcome created = create(one, topic("large", 2_500, 1)).get(0);

        assertThat(error(created)).isEqualTo(ErrorCode.NONE);
        assertThat(topic(one, "large").partitions()).hasSize(2_500);
        assertThat(one.brokers().roles).hasSize(2_500);
    }

    @Test
    void aTopicGrows() {
        TestBroker one = controller();
        create(one, topic("t", 1, 1));

        TopicOutcome grown = grow(one, new TopicGrowth("t", 3, null)).get(0);

        assertThat(error(grown)).isEqualTo(ErrorCode.NONE);
        assertThat(topic(one, "t").partitions()).hasSize(3);
        assertThat(one.brokers().roles).containsOnlyKeys("1:t-0", "1:t-1", "1:t-2");
    }
}
