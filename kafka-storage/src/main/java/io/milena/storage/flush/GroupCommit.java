package io.milena.storage.flush;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forces the logs of one directory: those that are dirty stand in a line, from which some threads take one after the
 * other, and whoever waits for a log is told as soon as its own force has ended. A log is never forced twice at the
 * same time; what becomes dirty while it is being forced stands in the line again afterwards.
 *
 * <p>So the cost of a force is shared by all who came while the one before was under way, the file system can commit
 * several files in one go, and no log waits for the force of another longer than it takes to get a thread. Thread-safe;
 * nobody waits here.
 */
public final class GroupCommit {

    private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);

    private final Executor threads;
    private final int atOnce;
    private final Runnable work = this::work;
    /** Dirty logs that have no thread, in the order in which they came. */
    private final Set<Member> line = new LinkedHashSet<>();

    private final Set<Member> beingForced = new HashSet<>();
    private final Set<Member> dirtyAgain = new HashSet<>();
    private int workers;

    /**
     * @param threads where forces run
     * @param atOnce most forces side by side
     */
    public GroupCommit(Executor threads, int atOnce) {
        this.threads = threads;
        this.atOnce = atOnce;
    }

    /** Has {@code member} forced, by a force that begins after this call. */
    public void request(Member member) {
        synchronized (this) {
            if (beingForced.contains(member)) {
                dirtyAgain.add(member);
                return;
            }
            line.add(member);
            if (workers == atOnce) {
                return;
            }
            workers++;
        }
        startWorker();
    }

    /** Where the system has no thread, what is dirty is forced with what comes next. */
    private void startWorker() {
        boolean isGiven = false;
        try {
            threads.execute(work);
            isGiven = true;
        } finally {
            if (!isGiven) {
                synchronized (this) {
                    workers--;
                }
            }
        }
    }

    /** A thread that comes late finds nothing left to do, so nobody waits for it. */
    private void work() {
        for (Member member = next(null); member != null; member = next(member)) {
            guard(member::force);
            guard(member::forceEnded);
        }
    }

    private synchronized @Nullable Member next(@Nullable Member done) {
        if (done != null) {
            beingForced.remove(done);
            if (dirtyAgain.remove(done)) {
                line.add(done);
            }
        }
        Iterator<Member> first = line.iterator();
        if (!first.hasNext()) {
            workers--;
            return null;
        }
        Member member = first.next();
        first.remove();
        beingForced.add(member);
        return member;
    }

    private static void guard(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            // A worker that went away would count as one for good.
            log.error("a force failed in an unforeseen way", e);
        }
    }

    /** What can be forced. A member is known by its identity. */
    public interface Member {

        /** Forces all that is written by now. May block. A failure is the member's own affair. */
        void force();

        /** Its force has ended. Must not block. */
        void forceEnded();
    }
}
