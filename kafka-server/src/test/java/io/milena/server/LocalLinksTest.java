package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.BrokerId;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.controller.BrokerLink;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.PartitionImage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Only the controller's own broker is ordered anything; every other one answers that it cannot be reached. */
class LocalLinksTest {

    private final BrokerLink own = new SilentLink();
    private final LocalLinks links = new LocalLinks(new BrokerId(1), own);

    /** Answers nothing. */
    private static final class SilentLink implements BrokerLink {

        @Override
        public void assign(Roles roles, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone) {}

        @Override
        public void stop(Stops stops, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone) {}

        @Override
        public void publish(ClusterImage image, int controllerEpoch, Runnable whenDone) {}
    }

    private static BrokerImage broker(int id) {
        return new BrokerImage(id, 1, new TreeMap<>(), null);
    }

    private static BrokerLink.Role role(int partition) {
        var state = new PartitionImage(partition, 2, 0, List.of(2), List.of(2), 0, PartitionImage.Moves.NONE);
        return new BrokerLink.Role("t", Uuid.ZERO, state, BrokerLink.Copy.NEW);
    }

    @Test
    void theBrokerItRunsInIsReachedDirectly() {
        assertThat(links.to(broker(1))).isSameAs(own);
    }

    @Test
    void ordersToAnotherBrokerFailForEachPartitionAndAreAnswered() {
        BrokerLink other = links.to(broker(2));
        List<SortedMap<TopicPartition, ErrorCode>> answers = new ArrayList<>();
        List<String> published = new ArrayList<>();

        other.assign(new BrokerLink.Roles(1, 1, 1, List.of(role(0), role(1))), answers::add);
        other.stop(new BrokerLink.Stops(1, 1, 1, List.of(role(0)), BrokerLink.Data.DELETED), answers::add);
        other.publish(ClusterImage.empty("c"), 1, () -> published.add("answered"));

        assertThat(answers.get(0))
                .containsOnlyKeys(new TopicPartition("t", 0), new TopicPartition("t", 1))
                .containsValue(ErrorCode.BROKER_NOT_AVAILABLE);
        assertThat(answers.get(1)).containsOnlyKeys(new TopicPartition("t", 0));
        assertThat(published).containsExactly("answered");
    }
}
