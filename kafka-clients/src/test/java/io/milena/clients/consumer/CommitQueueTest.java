package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.Commit.Manner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits are sent, and their callbacks called, in the order in which they were made. */
class CommitQueueTest {

    private static final long MS = 1_000_000L;

    private static Commit commit() {
        return new Commit(Map.of(), Manner.SYNC, null, 1, Long.MAX_VALUE);
    }

    @Test
    void callbacksWaitForEarlierCommits() {
        var queue = new CommitQueue();
        Commit first = commit();
        Commit second = commit();
        queue.add(first);
        queue.add(second);

        second.done(null);
        assertThat(queue.takeDone()).isEmpty();

        first.done(null);
        assertThat(queue.takeDone()).containsExactly(first, second);
    }

    @Test
    void noneOvertakesOneThatWaitsForItsNextTry() {
        var queue = new CommitQueue();
        Commit first = commit();
        Commit second = commit();
        queue.add(first);
        first.sent();
        first.again(RetryTest.at(0));
        queue.add(second);

        assertThat(queue.toSend(50 * MS)).isEmpty();
        assertThat(queue.toSend(120 * MS)).containsExactly(first, second);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theOrderIsKeptWhateverHappens(long seed) {
        var random = new Random(seed);
        var queue = new CommitQueue();
        List<Commit> made = new ArrayList<>();
        List<Commit> told = new ArrayList<>();
        for (int now = 0; now < 2_000; now++) {
            Commit any = made.isEmpty() ? null : made.get(random.nextInt(made.size()));
            int what = random.nextInt(4);
            if (what == 0 || any == null) {
                made.add(commit());
                queue.add(made.get(made.size() - 1));
            } else if (what == 1) {
                queue.toSend(now * MS).forEach(Commit::sent);
            } else if (any.stage() == Commit.Stage.SENT && what == 2) {
                any.again(RetryTest.at(now * MS));
            } else if (any.stage() == Commit.Stage.SENT) {
                any.done(null);
            }
            told.addAll(queue.takeDone());
        }

        assertThat(told).as("seed " + seed).isEqualTo(made.subList(0, told.size()));
        assertThat(queue.pending()).as("seed " + seed).isSubsetOf(made.subList(told.size(), made.size()));
    }
}
