package io.milena.compat;

import static io.milena.compat.GroupStage.IMPATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Consumer groups of the reference's Java clients, for the last version of two lines: members come, leave, crash and
 * stall, with each strategy and each way to commit, while records flow and the broker is killed. Each partition has one
 * reader at a time, no record is skipped, and none is read twice after a clean hand-over.
 *
 * <p>One broker for all, some client JVMs per test.
 */
@ParameterizedClass
@EnumSource(names = {"CLIENTS_3_9", "CLIENTS_4_4"})
class GroupClientsIT {

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

    @Parameter
    private ReferenceJars jars;

    @BeforeAll
    static void startBroker() {
        broker = BrokerProcess.start(
                folder,
                Map.of(
                        "group.initial.rebalance.delay.ms", "0",
                        "group.min.session.timeout.ms", "1000",
                        "offsets.topic.num.partitions", "5"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private GroupStage stage(String topic) {
        return new GroupStage(jars, broker, folder, jars.name().toLowerCase(Locale.ROOT) + "." + topic);
    }

    /** Each version has groups of its own. */
    private String group(String name) {
        return jars.name().toLowerCase(Locale.ROOT) + "." + name;
    }

    private static void verify(GroupStage stage, String group, long[] ends) {
        stage.awaitReached(group, ends);
        stage.membersOf(group).forEach(stage::leave);
        stage.journal().verify(group, ends);
    }

    /** With its members still there. */
    private static void verifyAsFar(GroupStage stage, String group, long[] ends) {
        stage.awaitReached(group, ends);
        stage.journal().verify(group, ends);
    }

    @Test
    void membersThatComeAndLeaveHandOverWithoutALossOrARepeat() {
        try (var stage = stage("clean")) {
            MANNERS.forEach((name, manner) -> stage.join(stage.home(), group(name) + "/a", manner));
            MANNERS.keySet().forEach(name -> stage.awaitBalance(group(name)));
            MANNERS.forEach((name, manner) -> {
                stage.join(stage.home(), group(name) + "/b", manner);
                stage.join(stage.home(), group(name) + "/c", manner);
            });
            MANNERS.keySet().forEach(name -> stage.awaitBalance(group(name)));
            MANNERS.keySet().forEach(name -> stage.leave(group(name) + "/b"));
            MANNERS.keySet().forEach(name -> stage.awaitBalance(group(name)));
            MANNERS.keySet().forEach(name -> stage.membersOf(group(name)).forEach(stage::leave));
            MANNERS.forEach((name, manner) -> stage.join(stage.home(), group(name) + "/d", manner));

            long[] ends = stage.stopStream();

            for (String name : MANNERS.keySet()) {
                verify(stage, group(name), ends);
                assertThat(stage.journal().accidents(group(name))).as(name).isZero();
            }
        }
    }

    @Test
    void crashedAndStalledMembersAreReplacedAndTheGroupOutlivesItsBroker() {
        try (var stage = stage("accidents")) {
            JavaClients doomed = stage.newJvm();
            List<String> names = List.of("range", "cooperative");
            for (String name : names) {
                String manner = MANNERS.get(name) + IMPATIENT;
                stage.join(stage.home(), group("hit-" + name) + "/a", manner);
                stage.join(doomed, group("hit-" + name) + "/b", manner);
                stage.join(stage.home(), group("hit-" + name) + "/c", manner);
            }
            names.forEach(name -> stage.awaitBalance(group("hit-" + name)));

            stage.crash(doomed);
            names.forEach(name -> stage.awaitBalance(group("hit-" + name)));
            names.forEach(name -> stage.stall(group("hit-" + name) + "/c"));
            names.forEach(name -> stage.awaitAllAt(group("hit-" + name) + "/a"));
            names.forEach(name -> stage.awaitBalance(group("hit-" + name)));
            broker.kill();
            broker.startAgain();
            names.forEach(name -> stage.awaitMore(group("hit-" + name), 20));

            names.forEach(name -> stage.membersOf(group("hit-" + name)).forEach(stage::leave));
            broker.kill();
            broker.startAgain();
            names.forEach(name -> stage.join(stage.home(), group("hit-" + name) + "/d", MANNERS.get(name) + IMPATIENT));
            long[] ends = stage.stopStream();
            names.forEach(name -> verify(stage, group("hit-" + name), ends));
        }
    }

    @Test
    void aStaticMemberComesBackToItsPartitionsAndItsDoubleFencesIt() {
        String group = group("static");
        try (var stage = stage("static")) {
            String manner = MANNERS.get("range") + " group.instance.id=";
            stage.join(stage.home(), group + "/a", manner + "one");
            stage.join(stage.home(), group + "/b", manner + "two");
            stage.awaitBalance(group);
            var before = Map.of("a", stage.state(group + "/a"), "b", stage.state(group + "/b"));

            stage.leave(group + "/a");
            stage.join(stage.home(), group + "/again", manner + "one");
            stage.awaitBalance(group);

            assertThat(stage.state(group + "/again")).isEqualTo(before.get("a"));
            assertThat(stage.state(group + "/b")).isEqualTo(before.get("b"));

            verifyAsFar(stage, group, stage.stopStream());
            stage.join(stage.home(), group + "/double", manner + "two");
            Awaitility.await("b is fenced")
                    .until(() -> stage.state(group + "/b").get("failure").equals("FencedInstanceIdException"));
            stage.leave(group + "/b");
            stage.awaitBalance(group);
            assertThat(stage.state(group + "/double")).containsEntry("failure", "none");

            stage.leave(group + "/double");
            stage.home().ask("remove group=" + group + " instance=two");
            stage.awaitBalance(group);
            stage.membersOf(group).forEach(stage::leave);
        }
    }

    /** Whatever happens, in any order; the seed draws it. */
    @Tag("heavy")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void manyMembersComeLeaveCrashAndStallWhileTheBrokerIsKilled(long seed) {
        var random = new Random(seed);
        List<String> names = MANNERS.keySet().stream().sorted().toList();
        String name = names.get(random.nextInt(names.size()));
        String group = group("any-" + name + "-" + seed);
        try (var stage = stage("any-" + seed)) {
            String manner = MANNERS.get(name) + IMPATIENT;
            JavaClients doomed = stage.newJvm();
            for (int step = 0; step < HEAVY_STEPS; step++) {
                doomed = step(random, stage, group, manner, doomed, step);
            }
            stage.join(stage.home(), group + "/last", manner);
            verify(stage, group, stage.stopStream());
        }
    }

    /** One thing happens, and half of the time the group may settle; returns the JVM to crash next. */
    private JavaClients step(
            Random random, GroupStage stage, String group, String manner, JavaClients doomed, int number) {
        List<String> members = stage.membersOf(group);
        JavaClients next = doomed;
        int chance = random.nextInt(20);
        if (members.isEmpty() || chance < 10 && members.size() < MOST_MEMBERS) {
            stage.join(random.nextBoolean() ? doomed : stage.home(), group + "/m" + number, manner);
        } else if (chance < 14) {
            stage.leave(members.get(random.nextInt(members.size())));
        } else if (chance < 17) {
            stage.stall(members.get(random.nextInt(members.size())));
        } else if (chance < 18) {
            broker.kill();
            broker.startAgain();
        } else {
            stage.crash(doomed);
            next = stage.newJvm();
        }
        if (random.nextBoolean() && !stage.membersOf(group).isEmpty()) {
            stage.awaitBalance(group);
            stage.awaitMore(group, 20);
        }
        return next;
    }
}
