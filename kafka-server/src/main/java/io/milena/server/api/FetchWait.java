package io.milena.server.api;

import io.milena.common.time.Scheduler;
import io.milena.server.partition.FetchWaiter;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionMetrics;
import io.milena.server.partition.PartitionRead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A fetch that waits until there is enough to read, or its time is up.
 *
 * <p>Confined to the connection's event loop but for {@link #wake}, which any thread calls: many wake-ups become one
 * look. It enters all its partitions before it looks, so nothing is missed, and leaves them all when it is done.
 */
final class FetchWait implements FetchWaiter {

    private final FetchReader reader;
    private final Scheduler scheduler;
    private final PartitionMetrics metrics;
    private final Consumer<List<PartitionRead>> onDone;
    private final List<Partition> entered;
    private final AtomicBoolean woken = new AtomicBoolean();
    private Scheduler.@Nullable Timer timer;
    private boolean done;

    /** @param onDone gets the reads to answer with, and their references; called once, unless {@link #abandon} is */
    FetchWait(FetchReader reader, Scheduler scheduler, PartitionMetrics metrics, Consumer<List<PartitionRead>> onDone) {
        this.reader = reader;
        this.scheduler = scheduler;
        this.metrics = metrics;
        this.onDone = onDone;
        this.entered = new ArrayList<>(reader.wishes().size());
    }

    /** Begins to wait. */
    void begin() {
        metrics.fetchWaitBegan();
        timer = scheduler.after(Duration.ofMillis(reader.terms().maxWaitMs()), this::timeIsUp);
        if (enterAll()) {
            look();
        } else {
            answerAsIs();
        }
    }

    private boolean enterAll() {
        for (FetchWish wish : reader.wishes()) {
            Partition partition = reader.partitionOf(wish);
            if (partition != null) {
                entered.add(partition);
                if (!partition.enter(this, reader.terms().isolation())) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public void wake() {
        if (woken.compareAndSet(false, true)) {
            scheduler.execute(this::look);
        }
    }

    private void look() {
        woken.set(false);
        if (done) {
            return;
        }
        List<PartitionRead> reads = reader.readAll();
        if (reader.isEnough(reads)) {
            leave();
            onDone.accept(reads);
        } else {
            FetchReader.release(reads);
        }
    }

    private void timeIsUp() {
        if (!done) {
            metrics.fetchWaitExpired(reader.terms().isolation());
            answerAsIs();
        }
    }

    private void answerAsIs() {
        if (!done) {
            leave();
            onDone.accept(reader.readAll());
        }
    }

    /** Nobody wants the answer any more. */
    void abandon() {
        if (!done) {
            leave();
        }
    }

    private void leave() {
        done = true;
        metrics.fetchWaitEnded();
        if (timer != null) {
            timer.cancel();
        }
        for (Partition partition : entered) {
            partition.leave(this, reader.terms().isolation());
        }
    }
}
