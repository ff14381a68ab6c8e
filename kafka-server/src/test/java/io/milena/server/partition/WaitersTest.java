package io.milena.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who waits in a partition, and when they are told. */
class WaitersTest {

    private final CommitWaiters commits = new CommitWaiters();
    private final CommitWaiter first = outcome -> {};
    private final CommitWaiter second = outcome -> {};

    @Test
    void waitersAreHandedOutInOffsetOrderOnceCovered() {
        commits.await(20, second);
        commits.await(10, first);

        assertThat(commits.reached(9)).isEmpty();
        assertThat(commits.reached(15)).containsExactly(first);
        assertThat(commits.size()).isOne();
        assertThat(commits.abandoned()).containsExactly(second);
        assertThat(commits.size()).isZero();
    }

    @Test
    void whoLeavesIsNotTold() {
        commits.await(10, first);
        commits.await(10, second);

        commits.leave(10, first);
        commits.leave(11, second);

        assertThat(commits.reached(10)).containsExactly(second);
    }

    @Test
    void aWokenFetchStaysUntilItLeaves() {
        var fetches = new FetchWaiters();
        List<String> told = new ArrayList<>();
        FetchWaiter fetch = () -> told.add("woken");
        fetches.enter(fetch);

        fetches.wakeAll();
        fetches.wakeAll();
        fetches.leave(fetch);
        fetches.wakeAll();

        assertThat(told).hasSize(2);
        assertThat(fetches.size()).isZero();
    }
}
