package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads over threads that the test plays itself. */
class DirectoryReadsTest {

    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<Integer> done = new ArrayList<>();
    private final DirectoryReads reads = new DirectoryReads(threads::add);

    private boolean read(int number) {
        return reads.tryExecute(() -> done.add(number));
    }

    @Test
    void readsTakeOnlySomeOfTheThreads() {
        for (int i = 0; i < 20; i++) {
            assertThat(read(i)).isTrue();
        }

        assertThat(threads).hasSize(DirectoryReads.MOST_AT_ONCE);
        threads.remove().run();

        assertThat(done).hasSize(20 - DirectoryReads.MOST_AT_ONCE + 1);
        threads.forEach(Runnable::run);
        assertThat(done).hasSize(20);
        assertThat(reads.waiting()).isZero();
        read(20);
        assertThat(threads).hasSize(DirectoryReads.MOST_AT_ONCE);
    }

    @Test
    void onlySoManyWait() {
        for (int i = 0; i < DirectoryReads.MOST_AT_ONCE + DirectoryReads.MOST_WAITING; i++) {
            assertThat(read(i)).isTrue();
        }

        assertThat(read(-1)).isFalse();
        threads.remove().run();

        assertThat(read(-2)).isTrue();
        assertThat(done).doesNotContain(-1);
    }

    @Test
    void aReadThatThrowsEndsNothing() {
        reads.tryExecute(() -> {
            throw new IllegalStateException("a fault");
        });
        threads.remove().run();
        for (int i = 0; i < DirectoryReads.MOST_AT_ONCE; i++) {
            reads.tryExecute(() -> {
                throw new OutOfMemoryError("told to fail: no direct memory");
            });
            threads.remove().run();
        }
        read(1);
        threads.remove().run();

        assertThat(done).containsExactly(1);
    }
}
