package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What may be created, grown and deleted, and what is said when it may not. */
class TopicDecisionsTest {

    private static final Chance CHANCE = new Chance(new Uuid(1, 2), 0, 0);
    private static final ControllerConfig CONFIG =
            new ControllerConfig(1, "c", 2, 1, ControllerConfig.Deletion.ENABLED);

    private final ClusterState state = new ClusterState("c", 1);

    @BeforeEach
    void threeBrokers() {
        for (int id = 1; id <= 3; id++) {
            state.brokerCame(new BrokerImage(id, id, new TreeMap<>(), null));
        }
    }

    private Decided create(NewTopic request) {
        return new TopicCreation(state, CONFIG).decide(request, CHANCE);
    }

    private static NewTopic topic(String name, int partitions, int copies) {
        return new NewTopic(name, partitions, copies, new TreeMap<>(), Map.of());
    }

    private static NewTopic assigned(SortedMap<Integer, List<Integer>> assignments) {
        return new NewTopic("t", NewTopic.BY_DEFAULT, NewTopic.BY_DEFAULT, assignments, Map.of());
    }

    private static ErrorCode error(Decided decided) {
        return decided instanceof Decided.Refused refused ? refused.code() : ErrorCode.NONE;
    }

    private static TopicImage planned(Decided decided) {
        return ((Decided.Planned) decided).topic();
    }

    @Test
    void defaultsAreTheBrokers() {
        TopicImage topic = planned(create(topic("t", NewTopic.BY_DEFAULT, NewTopic.BY_DEFAULT)));

        assertThat(topic.partitions()).hasSize(2);
        assertThat(topic.topicId()).isEqualTo(CHANCE.topicId());
        assertThat(topic.partitions().get(1))
                .isEqualTo(new PartitionImage(1, 2, 0, List.of(2), List.of(2), 0, PartitionImage.Moves.NONE));
    }

    @Test
    void aTooLargeFactorIsRefusedInWordsThatToolsLookFor() {
        Decided decided = create(topic("t", 1, 4));

        assertThat(decided)
                .isEqualTo(new Decided.Refused(
                        ErrorCode.INVALID_REPLICATION_FACTOR,
                        "Replication factor: 4 larger than available brokers: 3."));
        assertThat(error(create(topic("t", 1, 0)))).isEqualTo(ErrorCode.INVALID_REPLICATION_FACTOR);
        assertThat(error(create(topic("t", -2, 1)))).isEqualTo(ErrorCode.INVALID_PARTITIONS);
        assertThat(error(create(topic("t", Integer.MAX_VALUE, 1)))).isEqualTo(ErrorCode.INVALID_PARTITIONS);
    }

    @Test
    void namesThatAreTakenOrComingOrGoingAreRefused() {
        TopicImage topic = planned(create(topic("t", 1, 1)));
        state.changeBegan("coming");
        state.topicIs(topic);
        state.deletionBegan(new TopicImage("going", Uuid.ZERO, List.of()));

        assertThat(error(create(topic("t", 1, 1)))).isEqualTo(ErrorCode.TOPIC_ALREADY_EXISTS);
        assertThat(error(create(topic("coming", 1, 1)))).isEqualTo(ErrorCode.TOPIC_ALREADY_EXISTS);
        assertThat(error(create(topic("going", 1, 1)))).isEqualTo(ErrorCode.TOPIC_ALREADY_EXISTS);
        assertThat(state.image().topics()).containsOnlyKeys("t");
    }

    @Test
    void theNameOfTheLogOfControllersIsRefused() {
        assertThat(error(create(topic("__cluster_metadata", 1, 1)))).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void aTopicNamedInTwoWaysIsNotDeleted() {
        TopicImage topic = planned(create(topic("t", 1, 1)));
        state.topicIs(topic);
        var deletion = new TopicDeletion(state, CONFIG);

        assertThat(error(deletion.decide(new TopicToDelete("t", topic.topicId()))))
                .isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(error(deletion.decide(TopicToDelete.named("t")))).isEqualTo(ErrorCode.NONE);
        assertThat(error(deletion.decide(TopicToDelete.withId(topic.topicId()))))
                .isEqualTo(ErrorCode.NONE);
    }

    @Test
    void assignmentsOfClientsAreTakenAsTheyAre() {
        var assignments = new TreeMap<Integer, List<Integer>>(Map.of(0, List.of(3, 1), 1, List.of(1, 2)));

        TopicImage topic = planned(create(assigned(assignments)));

        assertThat(topic.partitions().get(0).replicas()).containsExactly(3, 1);
        assertThat(topic.partitions().get(0).leader()).isEqualTo(3);
        assertThat(topic.partitions().get(1).isr()).containsExactly(1, 2);
    }

    @Test
    void assignmentsThatCannotBeAreRefused() {
        List<Map<Integer, List<Integer>>> impossible = List.of(
                Map.of(1, List.of(1)),
                Map.of(0, List.of()),
                Map.of(0, List.of(1, 1)),
                Map.of(0, List.of(1), 1, List.of(1, 2)),
                Map.of(0, List.of(9)));

        for (Map<Integer, List<Integer>> assignments : impossible) {
            assertThat(error(create(assigned(new TreeMap<>(assignments)))))
                    .as("%s", assignments)
                    .isEqualTo(ErrorCode.INVALID_REPLICA_ASSIGNMENT);
        }
        var both = new NewTopic("t", 1, 1, new TreeMap<>(Map.of(0, List.of(1))), Map.of());
        assertThat(error(create(both))).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void thePartitionsThatARequestWantsAreCountedWhateverStandsInIt() {
        var creation = new TopicCreation(state, CONFIG);
        state.topicIs(planned(create(topic("t", 2, 2))));
        var growth = new PartitionGrowth(state);

        assertThat(creation.partitionsWanted(topic("a", 7, 1))).isEqualTo(7);
        assertThat(creation.partitionsWanted(topic("a", NewTopic.BY_DEFAULT, 1)))
                .isEqualTo(2);
        assertThat(creation.partitionsWanted(topic("a", Integer.MIN_VALUE, 1))).isZero();
        assertThat(creation.partitionsWanted(
                        assigned(new TreeMap<>(Map.of(0, List.of(1), 1, List.of(1), 5, List.of())))))
                .isEqualTo(3);
        assertThat(growth.partitionsWanted(new TopicGrowth("t", 5, null))).isEqualTo(3);
        assertThat(growth.partitionsWanted(new TopicGrowth("t", Integer.MIN_VALUE, null)))
                .isZero();
        assertThat(growth.partitionsWanted(new TopicGrowth("unknown", 5, null))).isZero();
    }

    @Test
    void growthGoesOnWhereTheTopicBegan() {
        state.topicIs(planned(create(topic("t", 2, 2))));

        TopicImage grown = planned(new PartitionGrowth(state).decide(new TopicGrowth("t", 4, null)));

        assertThat(grown.partitions().stream().map(PartitionImage::replicas))
                .startsWith(List.of(1, 2), List.of(2, 3))
                .hasSize(4);
        assertThat(grown.partitions().get(2).replicas()).hasSize(2);
        assertThat(state.topics().get("t").partitions()).hasSize(2);
    }

    @Test
    void growthThatCannotBeIsRefused() {
        state.topicIs(planned(create(topic("t", 2, 2))));
        var growth = new PartitionGrowth(state);

        assertThat(error(growth.decide(new TopicGrowth("x", 4, null)))).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(growth.decide(new TopicGrowth("t", 1, null)))).isEqualTo(ErrorCode.INVALID_PARTITIONS);
        assertThat(error(growth.decide(new TopicGrowth("t", 2, null)))).isEqualTo(ErrorCode.INVALID_PARTITIONS);
        assertThat(error(growth.decide(new TopicGrowth("t", 3, List.of()))))
                .isEqualTo(ErrorCode.INVALID_REPLICA_ASSIGNMENT);
        assertThat(error(growth.decide(new TopicGrowth("t", 3, List.of(List.of(1))))))
                .isEqualTo(ErrorCode.INVALID_REPLICA_ASSIGNMENT);
        state.changeBegan("t");
        assertThat(error(growth.decide(new TopicGrowth("t", 3, null)))).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void aRetiredTopicHasNoLeadersAndItsHoldersAreKnown() {
        TopicImage topic = planned(create(topic("t", 2, 2)));

        TopicImage retired = TopicDeletion.retired(topic);

        assertThat(retired.partitions()).allSatisfy(partition -> {
            assertThat(partition.hasLeader()).isFalse();
            assertThat(partition.leaderEpoch()).isEqualTo(1);
        });
        assertThat(TopicDeletion.holdings(retired)).containsOnlyKeys(1, 2, 3);
        assertThat(TopicDeletion.holdings(retired).get(2)).hasSize(2);
    }
}
