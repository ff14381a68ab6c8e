package io.milena.storage.flush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Rounds of forces, on threads that the test plays itself. */
class GroupCommitTest {

    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<String> story = new ArrayList<>();
    private final GroupCommit commit = new GroupCommit(threads::add, 2);

    private void runAll() {
        for (Runnable task = threads.poll(); task != null; task = threads.poll()) {
            task.run();
        }
    }

    @Test
    void eachDirtyFileIsForcedOnceAndToldWhenThatIsDone() {
        var a = new File("a");
        var b = new File("b");

        commit.request(a);
        commit.request(b);
        commit.request(a);
        runAll();

        assertThat(story).containsExactly("force a", "tell a", "force b", "tell b");
    }

    @Test
    void whatFoundNoThreadIsForcedWithWhatComesNext() {
        var isMissing = new AtomicBoolean(true);
        var scarce = new GroupCommit(
                task -> {
                    if (isMissing.get()) {
                        throw new OutOfMemoryError("told to fail: no thread");
                    }
                    threads.add(task);
                },
                2);

        assertThatThrownBy(() -> scarce.request(new File("a"))).isInstanceOf(OutOfMemoryError.class);
        isMissing.set(false);
        scarce.request(new File("b"));
        runAll();

        assertThat(story).containsExactly("force a", "tell a", "force b", "tell b");
    }

    @Test
    void whatBecomesDirtyWhileItIsForcedIsForcedOnceMore() {
        var a = new File("a");
        var b = new File("b");
        a.duringForce = () -> {
            a.duringForce = () -> {};
            commit.request(a);
            commit.request(b);
            commit.request(a);
        };

        commit.request(a);
        runAll();

        assertThat(story).containsExactly("force a", "tell a", "force b", "tell b", "force a", "tell a");
        assertThat(threads).isEmpty();
    }

    @Test
    void noFileIsForcedTwiceAtTheSameTimeNorWaitsForAnother() {
        var slow = new File("slow");
        var b = new File("b");
        slow.duringForce = () -> {
            slow.duringForce = () -> {};
            commit.request(slow);
            commit.request(b);
            runAll();
            assertThat(story).as("on another thread meanwhile").containsExactly("force slow", "force b", "tell b");
        };

        commit.request(slow);
        runAll();

        assertThat(story).containsExactly("force slow", "force b", "tell b", "tell slow", "force slow", "tell slow");
    }

    @Test
    void noMoreThreadsWorkThanMay() {
        for (String name : List.of("a", "b", "c", "d")) {
            commit.request(new File(name));
        }

        assertThat(threads).hasSize(2);
        runAll();

        assertThat(story).hasSize(8);
    }

    @Test
    void aThreadThatComesLateKeepsNobodyWaiting() {
        commit.request(new File("a"));
        commit.request(new File("b"));
        Runnable first = threads.remove();

        first.run();

        assertThat(threads).as("the helper that has not come").hasSize(1);
        assertThat(story).endsWith("force b", "tell b");
        runAll();
        assertThat(story).hasSize(4);
    }

    @Test
    void aForceThatThrowsEndsNoWorker() {
        var broken = new File("broken");
        broken.duringForce = () -> {
            throw new IllegalStateException("a fault");
        };

        var starved = new File("short of memory");
        starved.duringForce = () -> {
            throw new OutOfMemoryError("told to fail: no direct memory");
        };

        commit.request(broken);
        commit.request(starved);
        commit.request(new File("b"));
        runAll();
        commit.request(new File("c"));
        runAll();

        assertThat(story).contains("tell b", "tell c");
    }

    /** Tells what is done to it. */
    private final class File implements GroupCommit.Member {

        private final String name;
        private Runnable duringForce = () -> {};

        File(String name) {
            this.name = name;
        }

        @Override
        public void force() {
            story.add("force " + name);
            duringForce.run();
        }

        @Override
        public void forceEnded() {
            story.add("tell " + name);
        }
    }
}
