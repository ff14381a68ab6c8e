package io.milena.storage.flush;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forces the logs of one directory in rounds: all that are dirty when a round begins are forced by a few threads side
 * by side, each once, and whoever waits for any of them is told when the round ends. What becomes dirty meanwhile is
 * the next round.
 *
 * <p>So the cost of a force is shared by all who came while the one before was under way, and the file system can
 * commit several files in one go. Thread-safe; nobody waits here.
 */
public final class GroupCommit {

    private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);

    private final Executor threads;
    private final int atOnce;
    private final Runnable begin = this::begin;
    private Set<Member> dirty = new LinkedHashSet<>();
    private boolean underWay;

    /**
     * @param threads where forces run
     * @param atOnce most forces side by side
     */
    public GroupCommit(Executor threads, int atOnce) {
        this.threads = threads;
        this.atOnce = atOnce;
    }

    /** Has {@code member} forced in the next round, which begins at once if none is under way. */
    public void request(Member member) {
        synchronized (this) {
            dirty.add(member);
            if (underWay) {
                return;
            }
            underWay = true;
        }
        goOn();
    }

    /** Where the system has no thread, what is dirty is forced with what comes next. */
    private void goOn() {
        boolean isGiven = false;
        try {
            threads.execute(begin);
            isGiven = true;
        } finally {
            if (!isGiven) {
                synchronized (this) {
                    underWay = false;
                }
            }
        }
    }

    private void begin() {
        Set<Member> members;
        synchronized (this) {
            members = dirty;
            dirty = new LinkedHashSet<>();
        }
        var round = new Round(members);
        try {
            for (int i = 1; i < Math.min(atOnce, members.size()); i++) {
                threads.execute(round);
            }
        } finally {
            round.run();
        }
    }

    private void ended() {
        synchronized (this) {
            underWay = !dirty.isEmpty();
            if (!underWay) {
                return;
            }
        }
        goOn();
    }

    /** What can be forced. A member is known by its identity. */
    public interface Member {

        /** Forces all that is written by now. May block. A failure is the member's own affair. */
        void force();

        /** The round that forced it has ended. Must not block. */
        void roundEnded();
    }

    /** One round. A thread that comes late finds nothing left to do, so nobody waits for it. */
    private final class Round implements Runnable {

        private final List<Member> members;
        private final Queue<Member> left;
        private final AtomicInteger unforced;

        Round(Set<Member> dirty) {
            members = new ArrayList<>(dirty);
            left = new ConcurrentLinkedQueue<>(members);
            unforced = new AtomicInteger(members.size());
        }

        @Override
        public void run() {
            for (Member member = left.poll(); member != null; member = left.poll()) {
                guard(member::force);
                if (unforced.decrementAndGet() == 0) {
                    members.forEach(each -> guard(each::roundEnded));
                    ended();
                }
            }
        }

        private void guard(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                // A round that never ended would be the last one.
                log.error("a force failed in an unforeseen way", e);
            }
        }
    }
}
