package io.milena.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.ClusterView.Partition;
import io.milena.clients.ClusterView.Topic;
import io.milena.clients.MetadataState.MetadataFacts;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Brokers that are behind, in any order, against a model that keeps for each partition the highest epoch of the newest
 * topic id that was told.
 */
class PictureStateProperties {

    private static final int BROKERS = 4;
    private static final List<String> NAMES = List.of("a", "b", "c");

    /** What the model believes of one topic. */
    private static final class Believed {
        private Uuid id = Uuid.ZERO;
        private ErrorCode error = ErrorCode.NONE;
        private final List<int[]> leaderAndEpoch = new ArrayList<>();
    }

    private final Map<String, Believed> model = new HashMap<>();
    private final PictureState state = new PictureState(List.of());

    private static Map<Integer, Node> brokers() {
        Map<Integer, Node> brokers = new LinkedHashMap<>();
        for (int id = 0; id < BROKERS; id++) {
            brokers.put(id, new Node(id, "h" + id, 9, null));
        }
        return brokers;
    }

    private static Partition partition(int index, int leader, int epoch) {
        return new Partition(index, leader, epoch, List.of(leader), List.of(leader), List.of(), ErrorCode.NONE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void whatIsBehindIsNotBelieved(long seed) {
        var random = new Random(seed);
        for (int step = 0; step < 400; step++) {
            if (random.nextInt(3) == 0) {
                learn(random);
            } else {
                tell(random);
            }
            compare(seed, step);
        }
    }

    private void tell(Random random) {
        Map<String, Topic> topics = new LinkedHashMap<>();
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                topics.put(name, topic(name, random));
            }
        }
        state.answered(new MetadataFacts("c", random.nextInt(BROKERS), brokers(), topics), true);
    }

    private Topic topic(String name, Random random) {
        Believed believed = model.computeIfAbsent(name, any -> new Believed());
        if (random.nextInt(8) == 0) {
            believed.error = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
            return new Topic(name, Uuid.ZERO, false, believed.error, List.of());
        }
        believed.error = ErrorCode.NONE;
        boolean isNew = random.nextInt(10) == 0 || believed.leaderAndEpoch.isEmpty();
        if (isNew) {
            believed.id = new Uuid(1, random.nextInt(1_000_000) + 1);
            believed.leaderAndEpoch.clear();
        }
        int count = Math.max(believed.leaderAndEpoch.size(), 1 + random.nextInt(4));
        List<Partition> partitions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int leader = random.nextInt(BROKERS);
            int epoch = random.nextInt(30) - 1;
            partitions.add(partition(i, leader, epoch));
            believe(believed, i, leader, epoch);
        }
        return new Topic(name, believed.id, false, ErrorCode.NONE, partitions);
    }

    private static void believe(Believed believed, int index, int leader, int epoch) {
        if (index == believed.leaderAndEpoch.size()) {
            believed.leaderAndEpoch.add(new int[] {leader, epoch});
        } else if (epoch == -1 || epoch >= believed.leaderAndEpoch.get(index)[1]) {
            believed.leaderAndEpoch.set(index, new int[] {leader, epoch});
        }
    }

    private void learn(Random random) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        int index = random.nextInt(4);
        int leader = random.nextInt(BROKERS);
        int epoch = random.nextInt(30);
        state.leaderLearned(new TopicPartition(name, index), leader, epoch, null);
        Believed believed = model.get(name);
        boolean isShown = believed != null
                && believed.error == ErrorCode.NONE
                && index < believed.leaderAndEpoch.size()
                && !state.view().brokers().isEmpty();
        if (isShown && epoch > believed.leaderAndEpoch.get(index)[1]) {
            believed.leaderAndEpoch.set(index, new int[] {leader, epoch});
        }
    }

    private void compare(long seed, int step) {
        model.forEach((name, believed) -> {
            Topic shown = state.view().topic(name);
            assertThat(shown).as("seed %d step %d", seed, step).isNotNull();
            assertThat(shown.error()).isEqualTo(believed.error);
            if (believed.error == ErrorCode.NONE) {
                assertThat(shown.id()).isEqualTo(believed.id);
                List<int[]> leaders = shown.partitions().stream()
                        .map(partition -> new int[] {partition.leader(), partition.leaderEpoch()})
                        .toList();
                assertThat(leaders)
                        .as("seed %d step %d topic %s", seed, step, name)
                        .usingElementComparator((left, right) -> left[0] == right[0] && left[1] == right[1] ? 0 : 1)
                        .containsExactlyElementsOf(believed.leaderAndEpoch);
            }
        });
    }

    @Test
    void versionsGrowWithChangesOnly() {
        var facts = new MetadataFacts("c", 0, brokers(), Map.of());

        assertThat(state.answered(facts, false)).isTrue();
        long version = state.view().version();

        assertThat(state.answered(facts, false)).isFalse();
        assertThat(state.view().version()).isEqualTo(version);
        assertThat(state.view().controller()).isEqualTo(brokers().get(0));
    }

    @Test
    void aLeaderThatIsNotInThePictureComesWithItsAddress() {
        Topic topic = new Topic("a", Uuid.ZERO, false, ErrorCode.NONE, List.of(partition(0, 0, 5)));
        state.answered(new MetadataFacts("c", 0, brokers(), Map.of("a", topic)), false);
        var added = new Node(9, "h9", 9, null);

        assertThat(state.leaderLearned(new TopicPartition("a", 0), 9, 6, null)).isFalse();
        assertThat(state.leaderLearned(new TopicPartition("a", 0), 9, 5, added)).isFalse();
        assertThat(state.leaderLearned(new TopicPartition("a", 0), 9, 6, added)).isTrue();

        assertThat(state.view().leaderOf(new TopicPartition("a", 0))).isEqualTo(added);
    }
}
