package io.milena.compat.answers;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DescribeGroupsRequest;
import io.milena.protocol.messages.DescribeGroupsResponse;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.FindCoordinatorResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.ReferenceJars;
import io.milena.testkit.WireClient;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Conversations of groups with their coordinator: ours answers each word as the reference did when the same was said
 * to it, or otherwise for a reason that the book of differences gives.
 *
 * <p>After a change of the talks, {@code -Pheavy -Dit.test=GroupTalksIT -Danswers.record=true} writes down the
 * reference's answers anew.
 */
class GroupTalksIT {

    private static final Path BOOKS = ReferenceJars.moduleFolder().resolve("src/test/resources/answers");
    private static final Path REFERENCE = BOOKS.resolve("groups-3.9.2.txt");
    private static final Path DIFFERENCES = BOOKS.resolve("group-differences.txt");
    private static final Map<String, String> SETTINGS = Map.of(
            "auto.create.topics.enable", "false",
            "offsets.topic.num.partitions", "3",
            "offsets.topic.replication.factor", "1",
            "group.initial.rebalance.delay.ms", "50",
            "group.min.session.timeout.ms", "500",
            "group.max.size", "3");

    @TempDir
    Path folder;

    @Test
    void ourCoordinatorAnswersAsTheReferences() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "compared by another test");
        Map<String, String> ours;

        try (var broker = BrokerProcess.start(folder, SETTINGS)) {
            ours = minutesOf(broker.address());
        }

        Map<String, String> expected = answers(REFERENCE);
        expected.putAll(answers(DIFFERENCES));
        assertThat(differing(expected, ours)).isEmpty();
    }

    @Test
    void everyDifferenceIsOneAndHasAReason() {
        var recorded = AnswerBook.read(REFERENCE);

        AnswerBook.read(DIFFERENCES).forEach((talk, entry) -> {
            assertThat(recorded).containsKey(talk);
            assertThat(entry.reason()).as(talk).isNotBlank();
            assertThat(entry.answer()).as(talk).isNotEqualTo(recorded.get(talk).answer());
        });
    }

    @Tag("heavy")
    @Test
    void theReferenceAnswersAsRecorded() {
        Map<String, String> theirs;

        try (var broker = BrokerProcess.start(BrokerProcess.Kind.REFERENCE, folder, SETTINGS)) {
            theirs = minutesOf(broker.address());
        }
        if (Boolean.getBoolean("answers.record")) {
            AnswerBook.write(REFERENCE, theirs);
        }

        assertThat(differing(answers(REFERENCE), theirs)).isEmpty();
    }

    private static Map<String, String> minutesOf(InetSocketAddress address) {
        List<Talk> talks = Stream.of(MemberTalks.all(), StaticMemberTalks.all(), OffsetTalks.all())
                .flatMap(List::stream)
                .toList();
        Map<String, String> minutes = new LinkedHashMap<>();
        try (var client = WireClient.connect(address)) {
            var world = new World(client, List.of());
            for (Talk talk : talks) {
                String group = "of-" + talk.name().replace(' ', '-');
                awaitCoordinator(client, group);
                try (var stage = new Stage(address, world, group)) {
                    minutes.put(talk.name(), talk.heldWith(stage));
                }
            }
        }
        return minutes;
    }

    private static void awaitCoordinator(WireClient client, String group) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(30))
                .until(() -> isFound(client, group) && isLoaded(client, group));
    }

    private static boolean isFound(WireClient client, String group) {
        var request = new FindCoordinatorRequest().key(group).keyType((byte) 0);
        return client.call(FindCoordinatorResponse.class, ApiKey.FIND_COORDINATOR, 3, request)
                        .errorCode()
                == ErrorCode.NONE.code();
    }

    private static boolean isLoaded(WireClient client, String group) {
        var request = new DescribeGroupsRequest().groups(List.of(group));
        return client.call(DescribeGroupsResponse.class, ApiKey.DESCRIBE_GROUPS, 5, request)
                        .groups()
                        .get(0)
                        .errorCode()
                == ErrorCode.NONE.code();
    }

    private static Map<String, String> answers(Path book) {
        Map<String, String> answers = new LinkedHashMap<>();
        AnswerBook.read(book).forEach((talk, entry) -> answers.put(talk, entry.answer()));
        return answers;
    }

    /** Each as a text that can be pasted into the book of differences. */
    private static List<String> differing(Map<String, String> expected, Map<String, String> minutes) {
        assertThat(expected.keySet()).as("talks, which must be recorded anew").isEqualTo(minutes.keySet());
        return minutes.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(expected.get(entry.getKey())))
                .map(entry -> "\n# " + entry.getKey() + "\n" + entry.getValue() + "\nexpected:\n"
                        + expected.get(entry.getKey()) + "\n")
                .toList();
    }
}
