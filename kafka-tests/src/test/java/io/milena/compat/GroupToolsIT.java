package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import io.milena.testkit.ReferenceTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reference's kafka-consumer-groups, from its jar, against the broker, through the life of one group: with a
 * member, without one, reset in every mode, without offsets, deleted.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GroupToolsIT {

    private static final int COUNT = 1_000;
    private static final Duration AGE = Duration.ofHours(2);
    private static final String GROUP = "by-tool";

    @TempDir
    private static Path folder;

    private static BrokerProcess broker;
    private static JavaClients members;
    private static long baseMs;

    @BeforeAll
    static void start() {
        broker = BrokerProcess.start(folder, Map.of("group.initial.rebalance.delay.ms", "0"));
        baseMs = System.currentTimeMillis() - AGE.toMillis();
        try (var clients = JavaClients.start(ReferenceJars.CLIENTS_3_9, broker.bootstrap())) {
            clients.ask("create topic=told partitions=2");
            clients.ask("produce topic=told partitions=2 count=" + 2 * COUNT + " batch.size=2000 base=" + baseMs);
        }
        Path journal = folder.resolve("journal");
        members = JavaClients.startGroups(ReferenceJars.CLIENTS_3_9, broker.bootstrap(), journal);
        members.ask("join group=" + GROUP + " member=reader topic=told commits=sync");
        long[] ends = {COUNT, COUNT};
        Awaitility.await().until(() -> GroupJournal.of(List.of(journal)).reached(GROUP, ends));
    }

    @AfterAll
    static void stop() {
        members.close();
        broker.close();
    }

    /** What the tool prints; it ends with 0 whatever it could do. */
    private static String groups(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--bootstrap-server", broker.bootstrap()));
        all.addAll(List.of(arguments));
        return ReferenceTool.run(
                        "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand", all.toArray(String[]::new))
                .printed();
    }

    private static String describe(String... more) {
        List<String> all = new ArrayList<>(List.of("--describe", "--group", GROUP));
        all.addAll(List.of(more));
        return groups(all.toArray(String[]::new));
    }

    private static String reset(String... mode) {
        List<String> all = new ArrayList<>(List.of("--reset-offsets", "--group", GROUP, "--execute"));
        if (!List.of(mode).contains("--topic")) {
            all.addAll(List.of("--topic", "told"));
        }
        all.addAll(List.of(mode));
        return groups(all.toArray(String[]::new));
    }

    /** A line of a reset's table. */
    private static String row(int partition, long offset) {
        return "by-tool +told +" + partition + " +" + offset + "\\b";
    }

    @Test
    @Order(1)
    void aLiveGroupIsListedAndDescribedAndKept() {
        assertThat(groups("--list", "--state")).containsPattern("by-tool +Stable");
        assertThat(describe()).containsPattern("told +0 +1000 +1000 +0 +reader-\\S+ +/127.0.0.1 +reader");
        assertThat(describe("--members", "--verbose")).containsPattern("/127.0.0.1 +reader +2 +\\S*\\(0,1\\)");
        assertThat(describe("--state")).containsPattern("\\(0\\) +range +Stable +1");
        assertThat(groups("--delete", "--group", GROUP)).contains("GroupNotEmptyException");
        assertThat(groups("--delete-offsets", "--group", GROUP, "--topic", "told"))
                .contains("GroupSubscribedToTopicException");
        assertThat(reset("--to-earliest")).contains("inactive");
    }

    @Test
    @Order(2)
    void theOffsetsOfAnEmptyGroupAreResetInEveryMode() throws IOException {
        members.ask("leave group=" + GROUP + " member=reader");
        assertThat(describe("--state")).containsPattern("by-tool .* Empty +0");

        assertThat(groups("--reset-offsets", "--group", GROUP, "--all-topics", "--to-earliest", "--dry-run"))
                .containsPattern(row(0, 0));
        assertThat(describe()).containsPattern("told +0 +1000 +1000 +0");

        assertThat(reset("--topic", "told:0", "--to-offset", "123")).containsPattern(row(0, 123));
        assertThat(reset("--topic", "told:0", "--shift-by", "-23")).containsPattern(row(0, 100));
        assertThat(describe()).containsPattern("told +0 +100 +1000 +900").containsPattern("told +1 +1000 +1000 +0");
        assertThat(reset("--to-current")).containsPattern(row(0, 100)).containsPattern(row(1, 1_000));
        assertThat(reset("--to-datetime", timeOf(500)))
                .containsPattern(row(0, 500))
                .containsPattern(row(1, 500));
        assertThat(reset("--by-duration", "PT5H")).containsPattern(row(0, 0)).containsPattern(row(1, 0));
        assertThat(reset("--to-latest")).containsPattern(row(0, 1_000));
        assertThat(reset("--to-offset", "5000")).containsPattern(row(0, 1_000));
        Path plan = Files.writeString(folder.resolve("plan.csv"), "told,0,7\ntold,1,8\n");
        assertThat(reset("--from-file", plan.toString()))
                .containsPattern(row(0, 7))
                .containsPattern(row(1, 8));
        assertThat(describe()).containsPattern("told +0 +7 +1000 +993").containsPattern("told +1 +8 +1000 +992");
    }

    private static String timeOf(long index) {
        return DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")
                .withZone(ZoneOffset.UTC)
                .format(Instant.ofEpochMilli(baseMs + index));
    }

    @Test
    @Order(3)
    void offsetsAndGroupsAreDeleted() {
        assertThat(groups("--delete-offsets", "--group", GROUP, "--topic", "told:1"))
                .containsPattern("told +1 +Successful");
        assertThat(describe()).containsPattern("told +0 +7 ").doesNotContainPattern("told +1 +[0-9]+ +[0-9]");
        assertThat(groups("--delete", "--group", GROUP)).contains("successful");
        assertThat(groups("--list")).doesNotContain(GROUP);
        assertThat(describe()).contains("does not exist");
    }
}
