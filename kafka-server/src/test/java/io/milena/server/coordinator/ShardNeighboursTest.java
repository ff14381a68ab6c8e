package io.milena.server.coordinator;

import static io.milena.server.coordinator.ShardHome.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.ShardHome.Asked;
import io.milena.server.partition.RequiredAcks;
import io.milena.server.partition.TestBatches;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one client asks of a shard costs nobody else: no refusal of its own, no answer, and no time. */
class ShardNeighboursTest {

    @TempDir
    Path directory;

    private ShardHome home;

    @BeforeEach
    void start() {
        home = new ShardHome(directory);
    }

    @AfterEach
    void stop() {
        home.close();
    }

    @Test
    void whatIsTooLargeForTheTopicIsRefusedAlone() {
        home.home.with("max.message.bytes", 200);
        home.serving();

        var small = home.add("a", 3);
        var large = home.add("b".repeat(200), 1);
        var next = home.add("c", 1);
        home.run();

        assertThat(small.answers).containsExactly(3L);
        assertThat(large.answers).containsExactly(refusal(ErrorCode.MESSAGE_TOO_LARGE));
        assertThat(next.answers).containsExactly(1L);
        assertThat(home.reloaded()).isEqualTo(Map.of("a", 3L, "c", 1L));
    }

    @Test
    void whatIsTooLargeForTheTopicIsRefusedAloneWhileAnotherThreadAppends() {
        home.home.with("max.message.bytes", 200);
        home.serving();
        home.home.stallDisks();
        occupyTheLane();

        var small = home.add("a", 3);
        var large = home.add("b".repeat(200), 1);
        var next = home.add("c", 1);
        home.run();
        home.home.freeDisks();
        home.run();

        assertThat(small.answers).containsExactly(3L);
        assertThat(large.answers).containsExactly(refusal(ErrorCode.MESSAGE_TOO_LARGE));
        assertThat(next.answers).containsExactly(1L);
        assertThat(home.reloaded()).isEqualTo(Map.of("a", 3L, "c", 1L));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20_000})
    void whatNoBatchCanHoldIsRefusedAlone(int records) {
        String name = "n".repeat(records == 1 ? CountedCodec.LONGEST_NAME + 1 : CountedCodec.LONGEST_NAME);
        home.serving();

        var before = home.add("a", 3);
        var bad = home.ask((machine, turn) -> {
            machine.add("a", 10, answer -> {}, turn.turn());
            for (int i = 1; i < records; i++) {
                turn.turn().write(new Counted(name, i));
            }
            machine.add(name, 1, turn.reply(), turn.turn());
        });
        var after = home.add("a", 1);
        home.run();

        assertThat(bad.answers).containsExactly(refusal(ErrorCode.MESSAGE_TOO_LARGE));
        assertThat(before.answers).containsExactly(3L);
        assertThat(after.answers).containsExactly(4L);
        assertThat(home.endOffset()).isEqualTo(2);
        assertThat(home.reloaded()).isEqualTo(Map.of("a", 4L));
    }

    @Test
    void aTurnThatFailsLeavesNobodyWithoutAnAnswer() {
        home.serving();
        var waitedBefore = new Asked();

        var first = home.add("a", 3);
        var failing = home.ask((machine, turn) -> {
            machine.add("a", 1, waitedBefore::answered, turn.turn());
            machine.read("a", turn.reply(), turn.turn());
            throw new IllegalStateException("a fault of the test");
        });
        var last = home.add("b", 1);
        assertThat(catchThrowable(home::run)).hasMessage("a fault of the test");

        assertThat(failing.answers).containsExactly(refusal(ErrorCode.UNKNOWN_SERVER_ERROR));
        assertThat(first.answers).containsExactly(refusal(ErrorCode.NOT_COORDINATOR));
        assertThat(waitedBefore.answers).containsExactly(refusal(ErrorCode.NOT_COORDINATOR));
        assertThat(last.answers).containsExactly(refusal(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS));
    }

    @Test
    void anAnswerThatCannotBeTakenKeepsNoOtherBack() {
        home.serving();
        home.shards.<Long>ask(
                "any key",
                answer -> {
                    throw new IllegalStateException("a fault of the test");
                },
                CounterMachine::refused,
                (machine, reply, turn) -> machine.add("a", 1, reply, turn));

        var next = home.add("a", 3);
        var reading = home.read("a");
        home.run();

        assertThat(next.answers).containsExactly(4L);
        assertThat(reading.answers).containsExactly(4L);
        assertThat(home.machine().isAbandoned).isFalse();
    }

    @Test
    void aRefusalAfterOneTurnWasTakenBackUndoesTheOthersToo() {
        home.home.with("min.insync.replicas", 2);
        home.serving();

        var first = home.add("a", 3);
        var bad = home.add("n".repeat(CountedCodec.LONGEST_NAME + 1), 1);
        var last = home.add("b", 1);
        home.run();

        assertThat(bad.answers).containsExactly(refusal(ErrorCode.MESSAGE_TOO_LARGE));
        assertThat(List.of(first.answers, last.answers))
                .allMatch(answers -> answers.equals(List.of(refusal(ErrorCode.COORDINATOR_NOT_AVAILABLE))));
        assertThat(home.machine().durable()).isEmpty();
    }

    @Test
    void aSmallBatchLimitMakesMoreBatches() {
        home.home.with("max.message.bytes", 150);
        home.serving();

        var asked = List.of(home.add("a".repeat(30), 1), home.add("b".repeat(30), 2), home.add("c".repeat(30), 3));
        home.run();

        assertThat(asked).extracting(one -> one.answers.get(0)).containsExactly(1L, 2L, 3L);
        assertThat(home.endOffset()).isEqualTo(3);
        assertThat(home.reloaded()).hasSize(3);
    }

    /** An append waits for the disk, and is refused when the disk is free. */
    private void occupyTheLane() {
        home.partition()
                .appendLater(
                        TestBatches.batch(1, "no key"), TestBatches.terms(RequiredAcks.LEADER), null, outcome -> {});
    }

    @Test
    void whoeverAsksAllTheTimeDoesNotStopTime() {
        home.serving();
        var flood = new Flood(50_000);
        var askedWhenDue = new AtomicInteger();
        home.machine().tools.timers().set("time-out", 100, turn -> askedWhenDue.set(flood.asked));
        flood.go();
        home.home.loop.runTasks(1);

        home.home.loop.pass(100);

        assertThat(flood.asked).isEqualTo(flood.most);
        assertThat(askedWhenDue.get()).isPositive().isLessThan(flood.most / 10);
    }

    /** A client that asks again as soon as it is answered. */
    private final class Flood {

        private final int most;
        private int asked;

        private Flood(int most) {
            this.most = most;
        }

        private void go() {
            if (asked < most) {
                asked++;
                home.shards.<Long>ask(
                        "any key",
                        answer -> go(),
                        CounterMachine::refused,
                        (machine, first, turn) -> machine.read("a", first, turn));
            }
        }
    }
}
