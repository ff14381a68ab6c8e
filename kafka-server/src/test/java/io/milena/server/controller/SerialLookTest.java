package io.milena.server.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.partition.ManualLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** One look at a time, none missed, and failed ones repeated. */
class SerialLookTest {

    private static final long LATER_MS = 1_000;

    private final ManualLoop lane = new ManualLoop();
    private final PendingLooks subject = new PendingLooks();
    private final SerialLook looks = new SerialLook(lane, subject);

    /** A subject whose looks end when the test says so. Confined to the test's thread. */
    private static final class PendingLooks implements SerialLook.Subject {

        private final List<CompletableFuture<Boolean>> begun = new ArrayList<>();
        private int changes;
        private int failures;
        private boolean over;

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public CompletableFuture<Boolean> look() {
            begun.add(new CompletableFuture<>());
            return begun.get(begun.size() - 1);
        }

        @Override
        public void changed() {
            changes++;
        }

        @Override
        public void failed(Throwable failure) {
            failures++;
        }
    }

    @Test
    void changesDuringALookLeadToOneMoreAfterIt() {
        looks.again();
        looks.again();
        looks.again();
        int during = subject.begun.size();

        subject.begun.get(0).complete(true);
        subject.begun.get(1).complete(false);

        assertThat(during).isOne();
        assertThat(subject.begun).hasSize(2);
        assertThat(subject.changes).isOne();
    }

    @Test
    void aChangeDuringTheFirstLookIsLookedAtTooAndReported() {
        CompletableFuture<Void> first = looks.first();
        looks.again();

        subject.begun.get(0).complete(true);
        int reportedOfTheFirst = subject.changes;
        subject.begun.get(1).complete(true);

        assertThat(first).isCompleted();
        assertThat(reportedOfTheFirst).isZero();
        assertThat(subject.changes).isOne();
    }

    @Test
    void aFirstLookWaitsForTheOneUnderWay() {
        looks.again();
        CompletableFuture<Void> first = looks.first();
        looks.again();
        int during = subject.begun.size();

        subject.begun.get(0).complete(true);
        int after = subject.begun.size();
        subject.begun.get(1).complete(true);
        subject.begun.get(2).complete(false);

        assertThat(during).isOne();
        assertThat(after).isEqualTo(2);
        assertThat(first).isCompleted();
        assertThat(subject.begun).hasSize(3);
        assertThat(subject.changes).isOne();
    }

    @Test
    void aFailedLookIsReportedAndRepeated() {
        looks.again();

        subject.begun.get(0).completeExceptionally(new IllegalStateException("as planned"));
        lane.pass(LATER_MS - 1);
        int tooEarly = subject.begun.size();
        lane.pass(1);

        assertThat(subject.failures).isOne();
        assertThat(tooEarly).isOne();
        assertThat(subject.begun).hasSize(2);
    }

    @Test
    void theFirstLookFailsByItsFutureAlone() {
        CompletableFuture<Void> first = looks.first();

        subject.begun.get(0).completeExceptionally(new IllegalStateException("as planned"));
        lane.pass(LATER_MS);

        assertThat(first).isCompletedExceptionally();
        assertThat(subject.failures).isZero();
        assertThat(subject.begun).hasSize(1);
    }

    @Test
    void laterIsOneLookHoweverOftenItIsAskedFor() {
        looks.later();
        looks.later();

        lane.pass(LATER_MS);

        assertThat(subject.begun).hasSize(1);
        assertThat(lane.pendingTimers()).isZero();
    }

    @Test
    void nothingHappensOnceItIsOver() {
        looks.again();
        subject.over = true;

        subject.begun.get(0).complete(true);
        looks.again();
        looks.later();
        lane.pass(LATER_MS);

        assertThat(subject.changes).isZero();
        assertThat(subject.begun).hasSize(1);
    }
}
