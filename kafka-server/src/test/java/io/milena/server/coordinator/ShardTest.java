package io.milena.server.coordinator;

import static io.milena.server.coordinator.ShardHome.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.milena.common.errors.ErrorCode;
import io.milena.record.RecordValidation;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.partition.ProduceTerms;
import io.milena.server.partition.RequiredAcks;
import io.milena.server.partition.TestBatches;
import io.milena.storage.AppendTerms.Origin;
import io.netty.buffer.ByteBuf;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shard from its load to its loss: turns, appends, commits, and what comes back when it is loaded again. */
class ShardTest {

    private static final TransactionalProducer PRODUCER = new TransactionalProducer(7, (short) 0);

    /** Until a shard that broke is loaded again. */
    private static final long PAUSE_MS = 1_000;

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
    void refusesWhatBelongsToAnotherBroker() {
        var asked = home.add("a", 1);

        assertThat(asked.answers).containsExactly(refusal(ErrorCode.NOT_COORDINATOR));
    }

    @Test
    void refusesWhileItsLogIsRead() {
        home.takeLeadership(List.of(1));

        var asked = home.add("a", 1);

        assertThat(asked.answers).containsExactly(refusal(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS));
    }

    @Test
    void answersWhenTheRecordIsCommitted() {
        home.serving();

        var asked = home.add("a", 3);
        home.run();

        assertThat(asked.answers).containsExactly(3L);
        assertThat(home.endOffset()).isEqualTo(1);
    }

    @Test
    void turnsOfOneDrainShareABatchAndSeeEachOther() {
        home.serving();

        var first = home.add("a", 3);
        var second = home.add("a", 4);
        var third = home.read("a");
        home.run();

        assertThat(first.answers).containsExactly(3L);
        assertThat(second.answers).containsExactly(7L);
        assertThat(third.answers).containsExactly(7L);
        assertThat(home.machine().lastOffset).isEqualTo(1);
        assertThat(home.reloaded()).isEqualTo(Map.of("a", 7L));
    }

    @Test
    void answersWaitForTheCommitInTheOrderOfTheLog() {
        home.takeLeadership(List.of(1, 2));
        home.load();

        var first = home.add("a", 3);
        home.run();
        var second = home.add("a", 4);
        var reading = home.read("a");
        home.run();

        assertThat(List.of(first.answers, second.answers, reading.answers)).allMatch(List::isEmpty);
        home.inSync(List.of(1));
        assertThat(first.answers).containsExactly(3L);
        assertThat(second.answers).containsExactly(7L);
        assertThat(reading.answers).containsExactly(7L);
    }

    @Test
    void aCommitThatComesTooLateLeavesTheStateAsItIs() {
        home.takeLeadership(List.of(1, 2));
        home.load();
        var asked = home.add("a", 3);
        home.run();

        home.home.loop.pass(ShardHome.COMMIT_TIMEOUT_MS);
        home.inSync(List.of(1));

        assertThat(asked.answers).containsExactly(refusal(ErrorCode.REQUEST_TIMED_OUT));
        assertThat(home.machine().durable()).isEqualTo(Map.of("a", 3L));
        assertThat(home.reloaded()).isEqualTo(Map.of("a", 3L));
    }

    @Test
    void aFailoverAfterATimeoutLeavesTheStateAsItIs() {
        home.takeLeadership(List.of(1, 2));
        home.load();
        var asked = home.add("a", 3);
        home.run();
        home.home.loop.pass(ShardHome.COMMIT_TIMEOUT_MS);

        home.loseLeadership();

        assertThat(asked.answers).containsExactly(refusal(ErrorCode.REQUEST_TIMED_OUT));
        assertThat(home.reloaded()).isEqualTo(Map.of("a", 3L));
    }

    @Test
    void whatIsCommittedByTooFewStandsAndIsAnsweredWithAnError() {
        home.home.with("min.insync.replicas", 2);
        home.takeLeadership(List.of(1, 2));
        home.load();
        var asked = home.add("a", 3);
        home.run();

        home.inSync(List.of(1));

        assertThat(asked.answers).containsExactly(refusal(ErrorCode.COORDINATOR_NOT_AVAILABLE));
        assertThat(home.machine().durable()).isEqualTo(Map.of("a", 3L));
    }

    @Test
    void aRefusedAppendIsUndone() {
        home.home.with("min.insync.replicas", 2);
        home.serving();

        var first = home.add("a", 3);
        var second = home.add("a", 4);
        var reading = home.read("a");
        home.run();

        assertThat(List.of(first.answers, second.answers, reading.answers))
                .allMatch(answers -> answers.equals(List.of(refusal(ErrorCode.COORDINATOR_NOT_AVAILABLE))));
        assertThat(home.machine().durable()).isEmpty();
        assertThat(home.endOffset()).isZero();
    }

    @Test
    void takesNoTurnWhileAnotherThreadAppends() {
        home.serving();
        home.home.stallDisks();
        var blocker = new AtomicBoolean();
        home.partition()
                .appendLater(
                        TestBatches.batch(1, "x").retain(),
                        TestBatches.terms(RequiredAcks.LEADER),
                        null,
                        outcome -> blocker.set(true));

        var first = home.add("a", 3);
        home.run();
        var second = home.add("a", 4);
        home.run();

        assertThat(first.answers).isEmpty();
        assertThat(second.answers).isEmpty();
        assertThat(home.machine().valueOf("a")).isEqualTo(3);
        home.home.freeDisks();
        home.run();
        assertThat(blocker).isTrue();
        assertThat(second.answers).hasSize(1);
    }

    @Test
    void anAppendOfTheLifeBeforeHasItsOutcomeBeforeTheLogIsRead() {
        home.serving();
        home.home.stallDisks();
        home.partition().appendLater(WithKeys.batch("b", one()).retain(), coordinatorTerms(), null, outcome -> {});
        home.add("a", 3);
        home.run();
        home.takeLeadership(List.of(1));
        assertThat(home.work).isEmpty();

        home.home.freeDisks();
        home.run();
        home.load();

        assertThat(home.machine().durable()).isEqualTo(Map.of("a", 3L, "b", 1L));
    }

    private static byte[] one() {
        return new byte[] {0, 0, 0, 0, 0, 0, 0, 1};
    }

    @Test
    void transactionalRecordsCountWhenTheMarkerSaysSo() {
        home.serving();
        var asked = home.addPending("a", 3, PRODUCER);
        home.add("b", 1);
        home.run();
        assertThat(asked.answers).containsExactly(3L);
        assertThat(home.machine().durable()).isEqualTo(Map.of("b", 1L));

        var marked = home.mark(PRODUCER, TransactionResult.COMMIT, 0);
        home.run();

        assertThat(marked.answers).containsExactly(0L);
        assertThat(home.machine().durable()).isEqualTo(Map.of("a", 3L, "b", 1L));
        assertThat(home.endOffset()).isEqualTo(3);
        assertThat(home.reloaded()).isEqualTo(Map.of("a", 3L, "b", 1L));
    }

    @Test
    void pendingRecordsComeBackWithALoadAndGoWithAnAbort() {
        home.serving();
        home.addPending("a", 3, PRODUCER);
        home.run();

        assertThat(home.reloaded()).isEmpty();
        assertThat(home.machine().pending.get(PRODUCER)).containsExactly(new Counted("a", 3));
        home.mark(PRODUCER, TransactionResult.ABORT, 0);
        home.run();

        assertThat(home.machine().pending.get(PRODUCER)).isNull();
        assertThat(home.reloaded()).isEmpty();
    }

    @Test
    void aMarkerOfAnOldCoordinatorIsRefusedAsTheLogSays() {
        home.serving();
        home.addPending("a", 3, PRODUCER);
        home.mark(PRODUCER, TransactionResult.ABORT, 5);
        home.run();

        var late = home.mark(PRODUCER, TransactionResult.COMMIT, 4);
        home.run();

        assertThat(late.answers).containsExactly((long) ErrorCode.TRANSACTION_COORDINATOR_FENCED.code());
    }

    @Test
    void lostLeadershipIsToldToAllWhoWait() {
        home.takeLeadership(List.of(1, 2));
        home.load();
        var waiting = home.add("a", 3);
        home.run();
        var inInbox = home.add("a", 4);
        CounterMachine before = home.machine();

        home.loseLeadership();

        assertThat(waiting.answers).containsExactly(refusal(ErrorCode.NOT_COORDINATOR));
        assertThat(inInbox.answers).hasSize(1);
        assertThat(before.isAbandoned).isTrue();
        assertThat(home.add("a", 1).answers).containsExactly(refusal(ErrorCode.NOT_COORDINATOR));
    }

    @Test
    void aLoadThatIsOvertakenByTheNextEpochIsDropped() {
        home.takeLeadership(List.of(1));
        List<Runnable> slow = List.copyOf(home.work);
        home.work.clear();
        home.takeLeadership(List.of(1));

        slow.forEach(Runnable::run);
        home.run();

        assertThat(home.add("a", 1).answers).containsExactly(refusal(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS));
        home.load();
        var asked = home.add("a", 1);
        home.run();
        assertThat(asked.answers).containsExactly(1L);
    }

    @Test
    void aLogThatSomeoneElseWroteToIsLoadedAgain() {
        home.serving();
        home.partition().append(TestBatches.batch(1, "rubbish without a key"), coordinatorTerms(), null);

        var asked = home.add("a", 3);
        assertThat(catchThrowable(home::run)).isInstanceOf(IllegalStateException.class);
        home.home.loop.pass(PAUSE_MS);
        home.load();

        assertThat(asked.answers).hasSize(1);
        assertThat(home.machine().durable()).isEqualTo(Map.of("a", 3L));
        var next = home.add("a", 1);
        home.run();
        assertThat(next.answers).containsExactly(4L);
    }

    private static ProduceTerms coordinatorTerms() {
        return new ProduceTerms(RequiredAcks.LEADER, Origin.COORDINATOR, RecordValidation.HEADER, (nanos, bytes) -> {});
    }

    @Test
    void timersComeInATurnAndCanBeTakenBack() {
        home.serving();
        var timers = home.machine().tools.timers();
        timers.set("kept", 100, turn -> turn.write(new Counted("kept", 1)));
        timers.set("replaced", 50, turn -> turn.write(new Counted("wrong", 1)));
        timers.set("replaced", 100, turn -> turn.write(new Counted("replaced", 1)));
        timers.set("cancelled", 100, turn -> turn.write(new Counted("wrong", 1)));
        timers.cancel("cancelled");

        home.home.loop.pass(100);

        assertThat(home.machine().durable()).isEqualTo(Map.of("kept", 1L, "replaced", 1L));
        assertThat(home.endOffset()).isEqualTo(2);
    }

    @Test
    void whatCameBeforeATimerIsHeardBeforeIt() {
        home.serving();
        home.machine()
                .tools
                .timers()
                .set("time-out", 100, turn -> home.machine().add("a", 10, sum -> {}, turn));
        home.home.stallDisks();
        occupyTheLane();
        home.add("b", 1);
        home.run();
        home.home.loop.pass(100);
        var signOfLife = home.add("a", 1);

        home.home.freeDisks();
        home.run();

        assertThat(signOfLife.answers).containsExactly(1L);
        assertThat(home.machine().durable()).containsEntry("a", 11L);
    }

    private void occupyTheLane() {
        home.partition()
                .appendLater(
                        TestBatches.batch(1, "no key"), TestBatches.terms(RequiredAcks.LEADER), null, outcome -> {});
    }

    @Test
    void timersAndWishesOfAMachineEndWithIt() {
        home.serving();
        var tools = home.machine().tools;
        tools.timers().set("late", 100, turn -> turn.write(new Counted("wrong", 1)));
        home.takeLeadership(List.of(1));
        home.load();

        tools.turns().give((machine, turn) -> machine.apply(0, new Counted("wrong", 1)));
        home.home.loop.pass(100);

        assertThat(home.machine().durable()).isEmpty();
    }

    @Test
    void anEventThatFailsHasTheShardLoadedAgain() {
        home.serving();
        home.add("a", 3);
        home.run();

        var failing = home.ask((machine, turn) -> {
            machine.add("a", 1, answer -> {}, turn.turn());
            throw new IllegalStateException("a fault of the test");
        });
        assertThat(catchThrowable(home::run)).hasMessage("a fault of the test");
        home.home.loop.pass(PAUSE_MS);
        home.load();

        assertThat(failing.answers).containsExactly(refusal(ErrorCode.UNKNOWN_SERVER_ERROR));
        assertThat(home.machine().durable()).isEqualTo(Map.of("a", 3L));
    }

    @Test
    void thePauseAfterABrokenLifeDoesNotDisturbTheNextOne() {
        home.serving();
        home.ask((machine, turn) -> {
            throw new IllegalStateException("a fault of the test");
        });
        assertThat(catchThrowable(home::run)).hasMessage("a fault of the test");
        home.takeLeadership(List.of(1));
        home.load();
        home.home.stallDisks();
        occupyTheLane();
        home.add("a", 3);
        home.run();
        var waiting = home.add("a", 4);
        home.run();

        home.home.loop.pass(PAUSE_MS);
        home.home.freeDisks();
        home.run();

        assertThat(waiting.answers).hasSize(1);
    }

    @Test
    void recordsThatCannotBeReadCostOnlyThemselves() {
        home.serving();
        home.add("a", 3);
        home.run();
        home.partition().append(TestBatches.batch(1, "no key"), coordinatorTerms(), null);
        home.partition().append(WithKeys.batch("b", new byte[3]), coordinatorTerms(), null);
        home.partition().append(WithKeys.batch("foreign", new byte[1]), coordinatorTerms(), null);
        home.partition().append(WithKeys.batch("c", new byte[] {0, 0, 0, 0, 0, 0, 0, 9}), coordinatorTerms(), null);

        assertThat(home.reloaded()).isEqualTo(Map.of("a", 3L, "c", 9L));
    }

    @Test
    void aBatchWithAWrongChecksumCostsOnlyItself() {
        home.serving();
        home.add("a", 3);
        home.run();
        ByteBuf broken = WithKeys.batch("b", one());
        broken.setByte(broken.writerIndex() - 2, 77);
        home.partition().append(broken, coordinatorTerms(), null);
        home.partition().append(WithKeys.batch("c", one()), coordinatorTerms(), null);

        assertThat(home.reloaded()).isEqualTo(Map.of("a", 3L, "c", 1L));
    }

    @Test
    void aLongLogIsReadBufferByBuffer() {
        home.serving();
        for (int i = 0; i < 500; i++) {
            home.add("counter " + i, 1);
            if (i % 7 == 0) {
                home.run();
            }
        }
        home.run();

        assertThat(home.reloaded()).hasSize(500);
    }
}
