package io.milena.clients.consumer;

import io.milena.clients.consumer.Commit.Manner;
import io.milena.common.TopicPartition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits for the application and in its stead, and calls its callbacks. Confined to the application's thread.
 */
final class Committing {

    private static final Logger log = LoggerFactory.getLogger(Committing.class);

    private final Engine engine;
    private final Interceptors<?, ?> interceptors;
    private final PollSettings settings;
    private long nextAutoCommitNanos;
    private @Nullable Commit lastAutoCommit;

    Committing(Engine engine, Interceptors<?, ?> interceptors) {
        this.engine = engine;
        this.interceptors = interceptors;
        this.settings = engine.settings().poll();
        nextAutoCommitNanos = engine.time().nanos() + settings.autoCommitNanos();
    }

    /** Begins a commit that is tried again until it is through or {@code nanos} are over. */
    Commit begin(Map<TopicPartition, OffsetAndMetadata> offsets, long nanos) {
        return add(offsets, Manner.SYNC, null, nanos);
    }

    Commit async(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable OffsetCommitCallback callback) {
        return add(offsets, Manner.ASYNC, callback, engine.settings().retries().apiNanos());
    }

    private Commit add(
            Map<TopicPartition, OffsetAndMetadata> offsets,
            Manner manner,
            @Nullable OffsetCommitCallback callback,
            long nanos) {
        engine.settings().group().requiredGroupId();
        long deadline = engine.time().nanos() + nanos;
        Commit commit;
        engine.lock().lock();
        try {
            commit = new Commit(
                    new TreeMap<>(offsets),
                    manner,
                    callback,
                    engine.membership().generation(),
                    deadline);
            if (offsets.isEmpty()) {
                commit.done(null);
            }
            engine.commits().add(commit);
        } finally {
            engine.lock().unlock();
        }
        engine.pump().kick();
        return commit;
    }

    /** The positions of all partitions. */
    Map<TopicPartition, OffsetAndMetadata> consumed() {
        engine.lock().lock();
        try {
            return engine.subscription().consumed();
        } finally {
            engine.lock().unlock();
        }
    }

    /**
     * Commits positions if it is time to and nobody else does. Only one such commit is under way: a broker that holds
     * the answer to a join takes nothing else of its connection, and all that piled up would be refused for one reason.
     */
    void auto(long nowNanos) {
        if (!settings.autoCommits() || nowNanos - nextAutoCommitNanos < 0) {
            return;
        }
        nextAutoCommitNanos = nowNanos + settings.autoCommitNanos();
        if (lastAutoCommit != null && !lastAutoCommit.isDone()) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = mayCommit() ? consumed() : Map.of();
        if (!offsets.isEmpty()) {
            lastAutoCommit = async(offsets, (committed, failure) -> {
                if (failure != null) {
                    log.warn("offsets were not committed: {}: {}", committed, failure.toString());
                }
            });
        }
    }

    private boolean mayCommit() {
        engine.lock().lock();
        try {
            return !engine.subscription().isByGroup() || engine.membership().isValid();
        } finally {
            engine.lock().unlock();
        }
    }

    /** When the next commit is due; for how long a poll may wait. */
    long untilAutoNanos(long nowNanos) {
        return settings.autoCommits() ? Math.max(nextAutoCommitNanos - nowNanos, 0) : Long.MAX_VALUE;
    }

    /** Calls the callbacks of what is done, in the order of the commits. */
    void callBack() {
        List<Commit> done;
        engine.lock().lock();
        try {
            if (!engine.commits().hasDone()) {
                return;
            }
            done = engine.commits().takeDone();
        } finally {
            engine.lock().unlock();
        }
        for (Commit commit : done) {
            if (commit.error() == null && !commit.offsets().isEmpty()) {
                interceptors.committed(commit.offsets());
            }
            OffsetCommitCallback callback = commit.callback();
            if (callback != null) {
                called(callback, commit);
            }
        }
    }

    // A callback is code of the application: the others are called whatever it throws.
    private static void called(OffsetCommitCallback callback, Commit commit) {
        try {
            callback.onComplete(commit.offsets(), commit.error());
        } catch (RuntimeException e) {
            log.error("a commit callback has thrown", e);
        }
    }

    /** The commit of a consumer that closes; null if there is nothing to commit. */
    @Nullable
    Commit last(long nanos) {
        Map<TopicPartition, OffsetAndMetadata> offsets = mayCommit() ? consumed() : Map.of();
        return offsets.isEmpty() ? null : add(offsets, Manner.LAST, null, nanos);
    }

    boolean areAllDone() {
        engine.lock().lock();
        try {
            return engine.commits().pending().isEmpty();
        } finally {
            engine.lock().unlock();
        }
    }
}
