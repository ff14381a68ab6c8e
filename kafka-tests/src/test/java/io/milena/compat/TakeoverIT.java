package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.BrokerProcess.Kind;
import io.milena.testkit.Ensemble;
import io.milena.testkit.Ports;
import io.milena.testkit.ReferenceJars;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireMember;
import io.milena.testkit.WireTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker that is replaced in its place, on its port, with its directory and its ZooKeeper: Apache Kafka 3.9.2 by
 * Milena, and the other way round. Groups and transactions that were in flight go on under the other one, and what is
 * written of those at rest is the same.
 */
class TakeoverIT {

    private static final String KEPT = "kept";
    private static final String GROUP = "live";
    private static final List<String> TRANSACTIONS =
            List.of("done", "undone", "open", "by-java", "left", "prepared", "unprepared");

    private static final int PATIENT_MS = 120_000;
    private static final int HASTY_MS = 9_000;
    private static final int NEWEST_VALUE = 4;
    private static final List<Integer> FOREIGN_KEYS = List.of(3, 4, 5, 6, 7, 8, 9, 42);

    private static final Map<String, String> SETTINGS = Map.of(
            "auto.create.topics.enable", "false",
            "group.initial.rebalance.delay.ms", "0",
            "offsets.topic.num.partitions", "1",
            "offsets.topic.segment.bytes", "20000",
            "transaction.state.log.num.partitions", "1",
            "transaction.abort.timed.out.transaction.cleanup.interval.ms", "500",
            "log.cleaner.min.cleanable.ratio", "0.01",
            "log.cleaner.dedupe.buffer.size", "4000000",
            "log.cleaner.backoff.ms", "1000");

    @TempDir
    private Path folder;

    private final int port = Ports.free();
    private final List<BrokerProcess> brokers = new ArrayList<>();
    private Ensemble zooKeeper;

    /** How a broker ends before the other one begins. */
    private enum Ending {
        STOPPED,
        KILLED
    }

    @BeforeEach
    void startZooKeeper() {
        zooKeeper = Ensemble.start();
    }

    @AfterEach
    void stopAll() {
        brokers.forEach(BrokerProcess::close);
        zooKeeper.close();
    }

    @Test
    void milenaGoesOnWhereTheReferenceStopped() throws IOException {
        goesOn(Kind.REFERENCE, Ending.STOPPED, Kind.MILENA);
    }

    @Test
    void theReferenceGoesOnWhereMilenaWasKilled() throws IOException {
        goesOn(Kind.MILENA, Ending.KILLED, Kind.REFERENCE);
    }

    @Tag("heavy")
    @Test
    void milenaGoesOnWhereTheReferenceWasKilled() throws IOException {
        goesOn(Kind.REFERENCE, Ending.KILLED, Kind.MILENA);
    }

    @Tag("heavy")
    @Test
    void theReferenceGoesOnWhereMilenaStopped() throws IOException {
        goesOn(Kind.MILENA, Ending.STOPPED, Kind.REFERENCE);
    }

    /** What was in flight when the first broker ended. */
    private record Left(
            Map<String, TransactionInFlight> open, List<String> said, String generation, long lastProducerId) {}

    private void goesOn(Kind first, Ending ending, Kind second) throws IOException {
        var groups = new GroupsInFlight(KEPT);
        BrokerProcess before = start(first);
        try (var home = GroupStage.Home.start(ReferenceJars.CLIENTS_3_9, before, folder);
                var stage = new GroupStage(before, folder, home, "flow")) {
            Left left = prepared(before, stage, groups);
            end(before, ending);
            long byHand = ending == Ending.STOPPED ? writeByHand(second, groups, left.open()) : 0;
            BrokerProcess after = start(second);
            try (var client = WireClient.connect(after.address())) {
                assertGroupsGoOn(client, stage, groups, left);
                assertGenerationIsKept(stage, second, after, left.generation());
                if (ending == Ending.STOPPED) {
                    assertOldGroupsAreRead(groups.testimony(client));
                }
                finish(client, stage, ending, left.open());
                groups.make(client, "second");
                assertThat(client.newProducerId()).isGreaterThan(left.lastProducerId());
                long[] ends = stage.stopStream();
                stage.awaitReached(GROUP, ends);
                assertGenerationIsKept(stage, second, after, left.generation());
                assertNothingIsLostOrRepeated(stage, ends);
                if (ending == Ending.STOPPED && second == Kind.MILENA) {
                    assertForeignRecordsStay(after, client, byHand);
                }
            }
        }
    }

    private static Left prepared(BrokerProcess broker, GroupStage stage, GroupsInFlight groups) {
        try (var client = WireClient.connect(broker.address())) {
            createTopics(client);
            groups.make(client, "first");
            stage.join(stage.home(), GROUP + "/a", "commits=sync");
            stage.join(stage.home(), GROUP + "/b", "commits=sync group.instance.id=b");
            stage.awaitBalance(GROUP);
            Map<String, TransactionInFlight> open = begin(client, stage);
            stage.awaitMore(GROUP, 20);
            String generation = stage.state(GROUP + "/a").get("generation");
            TransactionInFlight.assertOpen(client, "left");
            return new Left(open, groups.testimony(client), generation, client.newProducerId());
        }
    }

    private static void assertGroupsGoOn(WireClient client, GroupStage stage, GroupsInFlight groups, Left left) {
        assertThat(groups.testimony(client)).containsAll(left.said());
        groups.assertMembersGoOn(client);
        stage.awaitMore(GROUP, 20);
        assertThat(stage.state(GROUP + "/a")).containsEntry("failure", "none");
    }

    /**
     * With Milena, nobody rejoins. With the reference, members may rejoin what it has loaded: it answers for metadata
     * before it knows of any topic, and a leader that hears this takes the partitions for gone.
     */
    private static void assertGenerationIsKept(GroupStage stage, Kind kind, BrokerProcess broker, String generation) {
        if (kind == Kind.REFERENCE) {
            assertThat(broker.printed())
                    .contains("Loading group metadata for " + GROUP + " with generation " + generation);
        } else {
            assertThat(stage.membersOf(GROUP))
                    .allSatisfy(member -> assertThat(stage.state(member)).containsEntry("generation", generation));
        }
    }

    private static void assertNothingIsLostOrRepeated(GroupStage stage, long[] ends) {
        stage.membersOf(GROUP).forEach(stage::leave);
        stage.journal().verify(GROUP, ends);
        assertThat(stage.journal().accidents(GROUP)).isZero();
    }

    private BrokerProcess start(Kind kind) {
        for (String path : List.of("/brokers/ids/0", "/controller")) {
            if (zooKeeper.creation(path) >= 0) {
                zooKeeper.remove(path);
            }
        }
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.putAll(zooKeeper.settings(6_000));
        BrokerProcess started = BrokerProcess.startOn(kind, port, folder, settings);
        brokers.add(started);
        return started;
    }

    private static void end(BrokerProcess broker, Ending ending) {
        switch (ending) {
            case STOPPED ->
                assertThat(broker.stop()).as("stopped in good order").isTrue();
            case KILLED -> broker.kill();
        }
    }

    private static void createTopics(WireClient client) {
        Map<String, Map<String, String>> topics = new TreeMap<>();
        topics.put(KEPT, Map.of());
        TRANSACTIONS.forEach(id -> topics.put(id, Map.of()));
        WireTopic.createAll(client, topics);
        WireMember.of(TransactionInFlight.GROUP).commits(client, KEPT, 1, "");
    }

    /** The one that times out comes last, so that it is open still when the broker ends. */
    private static Map<String, TransactionInFlight> begin(WireClient client, GroupStage stage) {
        TransactionInFlight.begin(client, "done", PATIENT_MS).commit(client);
        TransactionInFlight.begin(client, "undone", PATIENT_MS).abort(client);
        TransactionInFlight.assertCommitted(client, "done");
        TransactionInFlight.assertAborted(client, "undone");
        stage.home()
                .ask("transaction-begin id=by-java topic=by-java count=2 offset=5 group=" + TransactionInFlight.GROUP);
        Map<String, TransactionInFlight> open = new HashMap<>();
        for (String id : List.of("open", "prepared", "unprepared")) {
            open.put(id, TransactionInFlight.begin(client, id, PATIENT_MS));
        }
        open.put("left", TransactionInFlight.begin(client, "left", HASTY_MS));
        open.keySet().forEach(id -> TransactionInFlight.assertOpen(client, id));
        return open;
    }

    /**
     * What only another age, a crash at the right moment or a fault writes; returns the last offset of it. The
     * reference knows nothing of what comes after a record that it cannot read.
     */
    private long writeByHand(Kind reader, GroupsInFlight groups, Map<String, TransactionInFlight> open) {
        try (var logs = CoordinatorLogs.open(folder.resolve("log"))) {
            logs.prepare(open.get("prepared"), CoordinatorLogs.PREPARE_COMMIT, 0);
            logs.prepare(open.get("unprepared"), CoordinatorLogs.PREPARE_ABORT, 1);
            long last = 0;
            for (int version : FOREIGN_KEYS) {
                last = logs.foreign(version);
            }
            if (reader == Kind.MILENA) {
                logs.garbage();
            }
            for (int version = 0; version <= NEWEST_VALUE; version++) {
                groups.member(logs.oldGroup(version, KEPT));
            }
            return last;
        }
    }

    private static void finish(
            WireClient client, GroupStage stage, Ending ending, Map<String, TransactionInFlight> open) {
        TransactionInFlight.assertOpen(client, "open");
        TransactionInFlight.assertOpen(client, "by-java");
        open.get("open").commit(client);
        stage.home().ask("transaction-commit id=by-java");
        if (ending == Ending.KILLED) {
            open.get("prepared").commit(client);
            open.get("unprepared").abort(client);
        }
        List.of("done", "open", "by-java", "prepared").forEach(id -> TransactionInFlight.assertCommitted(client, id));
        List.of("undone", "left", "unprepared").forEach(id -> TransactionInFlight.assertAborted(client, id));
        TransactionInFlight.begin(client, "done", PATIENT_MS).commit(client);
    }

    /** Each old value is read, and says what it says. */
    private static void assertOldGroupsAreRead(List<String> testimony) {
        for (int version = 0; version <= NEWEST_VALUE; version++) {
            String group = "written-in-v" + version;
            assertThat(testimony)
                    .anyMatch(line -> line.startsWith(group + " NONE Stable consumer range [member-of-v"))
                    .contains(group + " " + KEPT + "-0 " + (100 + version) + " " + (version < 3 ? -1 : 0) + " of v"
                            + version);
        }
    }

    /** Nothing is said of them, and compaction keeps them. */
    private void assertForeignRecordsStay(BrokerProcess broker, WireClient client, long lastOffset) {
        Awaitility.await("compaction of the offsets").until(() -> cleanedUpTo(CoordinatorLogs.OFFSETS) > lastOffset);

        var log = new StringBuilder();
        WireTopic topic = WireTopic.named(client, CoordinatorLogs.OFFSETS);
        topic.batches(topic.offsetAt(-2).offset())
                .forEach(batch -> log.append(new String(batch, StandardCharsets.ISO_8859_1)));

        FOREIGN_KEYS.forEach(version -> assertThat(log).contains(CoordinatorLogs.foreignName(version)));
        assertThat(broker.printed()).doesNotContain("of-another-kind");
        assertThat(broker.printed().lines().filter(line -> line.contains("cannot be read and is passed over")))
                .hasSize(2);
    }

    private long cleanedUpTo(String topic) throws IOException {
        Path checkpoint = folder.resolve("log").resolve("cleaner-offset-checkpoint");
        Matcher line = Pattern.compile(topic + " 0 (\\d+)\n")
                .matcher(Files.exists(checkpoint) ? Files.readString(checkpoint) : "");
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }
}
