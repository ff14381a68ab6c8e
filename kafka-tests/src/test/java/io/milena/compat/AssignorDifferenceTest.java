package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.ConsumerPartitionAssignor;
import io.milena.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import io.milena.clients.consumer.ConsumerPartitionAssignor.Subscription;
import io.milena.clients.consumer.CooperativeStickyAssignor;
import io.milena.clients.consumer.RangeAssignor;
import io.milena.clients.consumer.RoundRobinAssignor;
import io.milena.clients.consumer.StickyAssignor;
import io.milena.common.Cluster;
import io.milena.common.Node;
import io.milena.common.PartitionInfo;
import io.milena.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Our assignors beside those of the reference, on groups drawn from seeds: range and round robin decide the same,
 * sticky ones are valid, balanced, and keep no fewer partitions in place; what they say of themselves is understood by
 * both.
 */
class AssignorDifferenceTest {

    private static final int GROUPS = 400;

    /** A group and its cluster. */
    private record Group(List<PartitionInfo> partitions, Map<String, Subscription> members) {

        Cluster cluster() {
            return new Cluster("cluster", List.of(), partitions, Set.of(), Set.of());
        }

        Set<TopicPartition> wanted() {
            Set<String> topics = new HashSet<>();
            members.values().forEach(member -> topics.addAll(member.topics()));
            Set<TopicPartition> wanted = new HashSet<>();
            partitions.forEach(info -> {
                if (topics.contains(info.topic())) {
                    wanted.add(new TopicPartition(info.topic(), info.partition()));
                }
            });
            return wanted;
        }
    }

    private static Group draw(Random random) {
        boolean racks = random.nextInt(3) > 0;
        List<PartitionInfo> partitions = drawPartitions(random, racks);
        Set<String> names = new TreeSet<>();
        partitions.forEach(info -> names.add(info.topic()));
        names.add("missing");
        boolean sameTopics = random.nextBoolean();
        int size = 1 + random.nextInt(6);
        Map<String, Subscription> members = new LinkedHashMap<>();
        for (int m = 0; m < size; m++) {
            List<String> wanted = new ArrayList<>(names);
            if (!sameTopics) {
                wanted.removeIf(name -> random.nextInt(3) == 0);
            }
            boolean inRack = racks && random.nextInt(5) > 0;
            Optional<String> rack = inRack ? Optional.of("rack" + random.nextInt(3)) : Optional.empty();
            var subscription = new Subscription(wanted, null, List.of(), -1, rack);
            if (random.nextInt(4) == 0) {
                subscription.setGroupInstanceId(Optional.of("instance" + random.nextInt(1000) + "-" + m));
            }
            members.put("member" + random.nextInt(1000) + "-" + m, subscription);
        }
        return new Group(partitions, members);
    }

    private static List<PartitionInfo> drawPartitions(Random random, boolean racks) {
        int topics = 1 + random.nextInt(5);
        boolean alike = random.nextBoolean();
        int samePartitions = 1 + random.nextInt(9);
        List<PartitionInfo> partitions = new ArrayList<>();
        for (int t = 0; t < topics; t++) {
            int count = alike ? samePartitions : random.nextInt(10);
            for (int p = 0; p < count; p++) {
                partitions.add(partition("topic" + t, p, racks, random));
            }
        }
        return partitions;
    }

    private static PartitionInfo partition(String topic, int index, boolean racks, Random random) {
        int replicas = 1 + random.nextInt(3);
        var nodes = new Node[replicas];
        for (int i = 0; i < replicas; i++) {
            int broker = (index + i + random.nextInt(2)) % 3;
            nodes[i] = new Node(broker, "host", 9092, racks ? "rack" + broker : null);
        }
        return new PartitionInfo(topic, index, null, nodes, nodes);
    }

    private static Map<String, List<TopicPartition>> ours(ConsumerPartitionAssignor assignor, Group group) {
        Map<String, List<TopicPartition>> given = new TreeMap<>();
        assignor.assign(group.cluster(), new GroupSubscription(group.members()))
                .groupAssignment()
                .forEach((member, assignment) -> given.put(member, assignment.partitions()));
        return given;
    }

    private static void decideTheSame(ConsumerPartitionAssignor assignor, String reference) throws Exception {
        try (var theirs = new ReferenceAssignor(reference)) {
            for (int seed = 0; seed < GROUPS; seed++) {
                Group group = draw(new Random(seed));

                Map<String, List<TopicPartition>> expected = theirs.assign(group.partitions(), group.members());
                expected.values().forEach(partitions -> partitions.sort(null));
                Map<String, List<TopicPartition>> given = ours(assignor, group);
                given.values().forEach(partitions -> partitions.sort(null));
                assertThat(given).as("seed " + seed).isEqualTo(expected);
            }
        }
    }

    @Test
    void rangeDecidesTheSameAlsoWithRacks() throws Exception {
        decideTheSame(new RangeAssignor(), "RangeAssignor");
    }

    @Test
    void roundRobinDecidesTheSame() throws Exception {
        decideTheSame(new RoundRobinAssignor(), "RoundRobinAssignor");
    }

    @Test
    void stickyIsBalancedAndKeepsAsMuchAsTheReference() throws Exception {
        long kept = 0;
        long keptByReference = 0;
        try (var theirs = new ReferenceAssignor("StickyAssignor")) {
            for (int seed = 0; seed < GROUPS; seed++) {
                var random = new Random(seed);
                Group first = draw(random);
                Map<String, List<TopicPartition>> before = ours(new StickyAssignor(), first);
                isValidAndBalanced(first, before, seed);
                Group next = changed(first, before, random);

                Map<String, List<TopicPartition>> after = ours(new StickyAssignor(), next);
                isValidAndBalanced(next, after, seed);
                kept += kept(before, after);
                keptByReference += kept(before, theirs.assign(next.partitions(), next.members()));
            }
        }

        assertThat(kept).isGreaterThanOrEqualTo(keptByReference);
    }

    private static long kept(Map<String, List<TopicPartition>> before, Map<String, List<TopicPartition>> after) {
        long kept = 0;
        for (Map.Entry<String, List<TopicPartition>> member : after.entrySet()) {
            Set<TopicPartition> same = new HashSet<>(member.getValue());
            same.retainAll(before.getOrDefault(member.getKey(), List.of()));
            kept += same.size();
        }
        return kept;
    }

    /** The group a while later: someone has come or gone, and all say what they have. */
    private static Group changed(Group group, Map<String, List<TopicPartition>> owned, Random random) throws Exception {
        Map<String, Subscription> members = new LinkedHashMap<>();
        List<String> ids = new ArrayList<>(group.members().keySet());
        int leaving = ids.size() > 1 && random.nextBoolean() ? random.nextInt(ids.size()) : -1;
        for (int i = 0; i < ids.size(); i++) {
            if (i != leaving) {
                Subscription was = group.members().get(ids.get(i));
                members.put(ids.get(i), saying(was, owned.get(ids.get(i))));
            }
        }
        if (leaving < 0) {
            List<String> topics = group.members().get(ids.get(0)).topics();
            members.put("newcomer", new Subscription(topics, null, List.of(), -1, Optional.empty()));
        }
        return new Group(group.partitions(), members);
    }

    private static Subscription saying(Subscription was, List<TopicPartition> owned) throws Exception {
        ByteBuffer userData;
        try (var theirs = new ReferenceAssignor("StickyAssignor")) {
            userData = theirs.userData(owned, 7);
        }
        return new Subscription(was.topics(), userData, owned, 7, Optional.empty());
    }

    private static void isValidAndBalanced(Group group, Map<String, List<TopicPartition>> given, int seed) {
        Map<TopicPartition, String> owners = new HashMap<>();
        given.forEach((member, partitions) -> partitions.forEach(partition -> {
            assertThat(owners.put(partition, member)).as("seed " + seed).isNull();
            assertThat(group.members().get(member).topics()).contains(partition.topic());
        }));
        assertThat(owners.keySet()).as("seed " + seed).isEqualTo(group.wanted());
        owners.forEach((partition, owner) -> group.members().forEach((member, subscription) -> {
            if (subscription.topics().contains(partition.topic())) {
                assertThat(given.get(owner).size() - given.get(member).size())
                        .as("seed " + seed + ": " + owner + " has " + partition + ", " + member + " would take it")
                        .isLessThan(2);
            }
        }));
    }

    @Test
    void cooperativeStickyHoldsBackWhatMovesAndEndsBalanced() {
        for (int seed = 0; seed < GROUPS; seed++) {
            var random = new Random(seed);
            Group group = draw(random);
            Map<String, List<TopicPartition>> owned = new TreeMap<>();
            for (int round = 0; round < 3; round++) {
                group = new Group(group.partitions(), claiming(group.members(), owned, round));
                Map<String, List<TopicPartition>> given = ours(new CooperativeStickyAssignor(), group);
                neverGivesWhatAnotherHas(owned, given, seed);
                owned = given;
            }
            isValidAndBalanced(group, owned, seed);
        }
    }

    private static Map<String, Subscription> claiming(
            Map<String, Subscription> members, Map<String, List<TopicPartition>> owned, int generation) {
        Map<String, Subscription> claiming = new LinkedHashMap<>();
        members.forEach((member, was) -> claiming.put(
                member,
                new Subscription(
                        was.topics(), null, owned.getOrDefault(member, List.of()), generation, Optional.empty())));
        return claiming;
    }

    private static void neverGivesWhatAnotherHas(
            Map<String, List<TopicPartition>> owned, Map<String, List<TopicPartition>> given, int seed) {
        given.forEach((member, partitions) -> owned.forEach((other, had) -> {
            if (!other.equals(member) && !had.isEmpty()) {
                assertThat(partitions).as("seed " + seed).doesNotContainAnyElementsOf(had);
            }
        }));
    }

    @Test
    void stickyUserDataHasTheSameBytes() throws Exception {
        List<TopicPartition> owned =
                List.of(new TopicPartition("a", 0), new TopicPartition("a", 3), new TopicPartition("b", 1));
        for (String name : List.of("StickyAssignor", "CooperativeStickyAssignor")) {
            ConsumerPartitionAssignor mine =
                    name.equals("StickyAssignor") ? new StickyAssignor() : new CooperativeStickyAssignor();
            mine.onAssignment(
                    new ConsumerPartitionAssignor.Assignment(owned),
                    new ConsumerGroupMetadata("group", 5, "member", Optional.empty()));

            try (var theirs = new ReferenceAssignor(name)) {
                assertThat(mine.subscriptionUserData(Set.of("a"))).isEqualTo(theirs.userData(owned, 5));
            }
        }
    }
}
