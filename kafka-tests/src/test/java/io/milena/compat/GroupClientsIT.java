package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Consumer groups of the reference's Java clients, for the last version of two lines: members come and
 * leave, with each strategy and each way to commit, while records flow. Each partition has one reader at a time, no
 * record is skipped, and none is read twice after a clean hand-over.
 *
 * <p>One broker for all, one client JVM per test.
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
}
