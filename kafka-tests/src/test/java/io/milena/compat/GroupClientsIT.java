package io.milena.compat;

import static io.milena.compat.GroupStage.IMPATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.compat.GroupStage.Home;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Consumer groups of the reference's Java clients, of the last version of two lines: members come, leave, crash and
 * stall, with each strategy and each way to commit, while records flow and the broker is killed. Each partition has one
 * reader at a time, no record is skipped, and none is read twice after a clean hand-over.
 *
 * <p>Most of the time is waited for, so both versions go through a test at once, each with groups and a topic of its
 * own. One broker for all, and one JVM of each version for the members that nobody kills.
 */
class GroupClientsIT {

    private static final List<ReferenceJars> VERSIONS = List.of(ReferenceJars.CLIENTS_3_9, ReferenceJars.CLIENTS_4_4);
    private static final String STRATEGY = " partition.assignment.strategy=org.apache.kafka.clients.consumer.";

    /** Group names, each with a strategy and a way to commit. */
    private static final Map<String, String> MANNERS = Map.of(
            "range", "commits=sync" + STRATEGY + "RangeAssignor",
            "turns", "commits=async" + STRATEGY + "RoundRobinAssignor",
            "sticky", "commits=auto auto.commit.interval.ms=200" + STRATEGY + "StickyAssignor",
            "cooperative", "commits=each" + STRATEGY + "CooperativeStickyAssignor");

    private static final int MOST_MEMBERS = 8;
    private static final int HEAVY_STEPS = 40;

    @TempDir
    private static Path folder;

    private static BrokerProcess broker;
    private static List<Home> homes;

    private final List<GroupStage> stages = new ArrayList<>();

    @BeforeAll
    static void startBroker() {
        broker = BrokerProcess.start(
                folder,
                Map.of(
                        "group.initial.rebalance.delay.ms", "0",
                        "group.min.session.timeout.ms", "1000",
                        "offsets.topic.num.partitions", "5"));
        homes = atOnce(VERSIONS, jars -> Home.start(jars, broker, folder));
    }

    @AfterAll
    static void stopBroker() {
        homes.forEach(Home::close);
        broker.close();
    }

    @AfterEach
    void endStages() {
        stages.forEach(GroupStage::close);
    }

    private static <A, B> List<B> atOnce(List<A> all, Function<A, B> work) {
        return all.stream().map(one -> CompletableFuture.supplyAsync(() -> work.apply(one))).toList().stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private GroupStage open(Home home, String topic) {
        var stage = new GroupStage(broker, folder, home, topic);
        stages.add(stage);
        return stage;
    }

    /** A group for each version and manner, on a new stage of its version. */
    private List<StagedGroup> groups(String topic, List<String> manners, String configs) {
        List<StagedGroup> groups = new ArrayList<>();
        for (Home home : homes) {
            GroupStage stage = open(home, topic);
            manners.forEach(manner -> groups.add(
                    new StagedGroup(stage, stage.named(topic + "-" + manner), MANNERS.get(manner) + configs)));
        }
        return groups;
    }

    /** The ends of streams do not move any more, and every group has read up to there without breaking a rule. */
    private void verify(List<StagedGroup> groups) {
        stages.forEach(GroupStage::stopStream);
        groups.forEach(StagedGroup::awaitEnd);
        groups.forEach(StagedGroup::leaveAll);
        groups.forEach(StagedGroup::verify);
    }

    @Test
    void membersThatComeAndLeaveHandOverWithoutALossOrARepeat() {
        List<StagedGroup> groups = groups("clean", List.copyOf(MANNERS.keySet()), "");
        groups.forEach(group -> group.join("a"));
        groups.forEach(StagedGroup::awaitBalance);
        groups.forEach(group -> group.join("b"));
        groups.forEach(group -> group.join("c"));
        groups.forEach(StagedGroup::awaitBalance);
        groups.forEach(group -> group.leave("b"));
        groups.forEach(StagedGroup::awaitBalance);
        groups.forEach(StagedGroup::leaveAll);
        groups.forEach(group -> group.join("d"));

        verify(groups);

        groups.forEach(group -> assertThat(group.accidents()).as(group.name()).isZero());
    }

    @Test
    void crashedAndStalledMembersAreReplacedAndTheGroupOutlivesItsBroker() {
        List<StagedGroup> groups = groups("hit", List.of("range", "cooperative"), IMPATIENT);
        List<JavaClients> doomed = atOnce(stages, GroupStage::newJvm);
        groups.forEach(group -> group.join("a"));
        groups.forEach(group -> group.join("b", doomed.get(stages.indexOf(group.stage()))));
        groups.forEach(group -> group.join("c"));
        groups.forEach(StagedGroup::awaitBalance);

        for (int i = 0; i < doomed.size(); i++) {
            stages.get(i).crash(doomed.get(i));
        }
        groups.forEach(StagedGroup::awaitBalance);
        groups.forEach(group -> group.stall("c"));
        groups.forEach(group -> group.awaitAllAt("a"));
        groups.forEach(StagedGroup::awaitBalance);
        killBroker();
        groups.forEach(group -> group.awaitMore(20));

        groups.forEach(StagedGroup::leaveAll);
        killBroker();
        groups.forEach(group -> group.join("d"));
        verify(groups);
    }

    private static void killBroker() {
        broker.kill();
        broker.startAgain();
    }

    @Test
    void aStaticMemberComesBackToItsPartitionsAndItsDoubleFencesIt() {
        List<StagedGroup> groups = groups("static", List.of("range"), " group.instance.id=");
        groups.forEach(group -> group.joinAs("one", "a"));
        groups.forEach(group -> group.joinAs("two", "b"));
        groups.forEach(StagedGroup::awaitBalance);
        Map<String, Map<String, String>> before = new LinkedHashMap<>();
        groups.forEach(group -> before.put(group.name() + "/a", group.state("a")));
        groups.forEach(group -> before.put(group.name() + "/b", group.state("b")));

        groups.forEach(group -> group.leave("a"));
        groups.forEach(group -> group.joinAs("one", "again"));
        groups.forEach(StagedGroup::awaitBalance);

        for (StagedGroup group : groups) {
            assertThat(group.state("again")).isEqualTo(before.get(group.name() + "/a"));
            assertThat(group.state("b")).isEqualTo(before.get(group.name() + "/b"));
        }
        stages.forEach(GroupStage::stopStream);
        groups.forEach(StagedGroup::awaitEnd);
        groups.forEach(StagedGroup::verify);
        groups.forEach(group -> group.joinAs("two", "double"));
        groups.forEach(GroupClientsIT::isTakenOverByItsDouble);
    }

    private static void isTakenOverByItsDouble(StagedGroup group) {
        Awaitility.await("b is fenced")
                .until(() -> group.state("b").get("failure").equals("FencedInstanceIdException"));
        group.leave("b");
        group.awaitBalance();
        assertThat(group.state("double")).containsEntry("failure", "none");

        group.leave("double");
        group.stage().home().ask("remove group=" + group.name() + " instance=two");
        group.awaitBalance();
        group.leaveAll();
    }

    /** Whatever happens, in any order; the seed draws it. */
    @Tag("heavy")
    @ParameterizedTest
    @CsvSource({"0, 1", "0, 2", "0, 3", "0, 4", "0, 5", "0, 6", "1, 1", "1, 2", "1, 3", "1, 4", "1, 5", "1, 6"})
    void manyMembersComeLeaveCrashAndStallWhileTheBrokerIsKilled(int version, long seed) {
        var random = new Random(seed);
        List<String> manners = MANNERS.keySet().stream().sorted().toList();
        String manner = manners.get(random.nextInt(manners.size()));
        GroupStage stage = open(homes.get(version), "any-" + seed);
        var group = new StagedGroup(stage, stage.named("any-" + manner + "-" + seed), MANNERS.get(manner) + IMPATIENT);
        JavaClients doomed = stage.newJvm();
        for (int step = 0; step < HEAVY_STEPS; step++) {
            doomed = step(random, group, doomed, step);
        }
        group.join("last");
        verify(List.of(group));
    }

    /** One thing happens, and half of the time the group may settle; returns the JVM to crash next. */
    private static JavaClients step(Random random, StagedGroup group, JavaClients doomed, int number) {
        List<String> members = group.members();
        JavaClients next = doomed;
        int chance = random.nextInt(20);
        if (members.isEmpty() || chance < 10 && members.size() < MOST_MEMBERS) {
            group.join(
                    "m" + number, random.nextBoolean() ? doomed : group.stage().home());
        } else if (chance < 14) {
            group.leave(members.get(random.nextInt(members.size())));
        } else if (chance < 17) {
            group.stall(members.get(random.nextInt(members.size())));
        } else if (chance < 18) {
            killBroker();
        } else {
            group.stage().crash(doomed);
            next = group.stage().newJvm();
        }
        if (random.nextBoolean() && !group.members().isEmpty()) {
            group.awaitBalance();
            group.awaitMore(20);
        }
        return next;
    }
}
