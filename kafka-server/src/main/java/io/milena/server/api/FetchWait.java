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
 * A fetch that waits until there is enough to read, or its time is up, or until disks have brought what it reads.
 *
 * <p>Confined to the connection's event loop but for {@link #wake}, which any thread calls: many wake-ups become one
 * look. It enters all its partitions before it looks, so nothing is missed, and leaves them all when it is done. A look
 * may take a trip to the disks; wake-ups meanwhile become one more look after it.
 */
final class FetchWait implements FetchWaiter {

    /** So much longer than its own time a fetch waits for disks: what a stalled one costs the other partitions. */
    static final Duration PATIENCE_WITH_DISKS = Duration.ofSeconds(1);

    private final FetchReader reader;
    private final Scheduler scheduler;
    private final PartitionMetrics metrics;
    private final Consumer<List<PartitionRead>> onDone;
    private final List<Partition> entered;
    private final AtomicBoolean woken = new AtomicBoolean();
    private Scheduler.@Nullable Timer timer;
    private @Nullable DiskTrip<PartitionRead> trip;
    private boolean lookAfterTrip;
    private boolean timeIsUp;
    private boolean done;

    /** @param onDone gets the reads to answer with, and their references; called once, unless {@link #abandon} is */
    FetchWait(FetchReader reader, Scheduler scheduler, PartitionMetrics metrics, Consumer<List<PartitionRead>> onDone) {
        this.reader = reader;
        this.scheduler = scheduler;
        this.metrics = metrics;
        this.onDone = onDone;
        this.entered = new ArrayList<>(reader.wishes().size());
    }

    /**
     * Begins to wait.
     *
     * @param firstLook what a look before has found, released; if some of it was cold, disks are asked at once
     */
    void begin(List<PartitionRead> firstLook) {
        metrics.fetchWaitBegan();
        int maxWaitMs = reader.terms().maxWaitMs();
        if (maxWaitMs > 0 && enterAll()) {
            timer = scheduler.after(Duration.ofMillis(maxWaitMs), this::expired);
        } else {
            timeIsUp = true;
        }
        if (FetchReader.areComplete(firstLook)) {
            look();
        } else {
            fetchFromDisks(firstLook);
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
        if (trip != null) {
            lookAfterTrip = true;
            return;
        }
        List<PartitionRead> reads = reader.readAll();
        if (FetchReader.areComplete(reads)) {
            decide(reads, reader.isEnough(reads));
        } else {
            FetchReader.release(reads);
            fetchFromDisks(reads);
        }
    }

    private void decide(List<PartitionRead> reads, boolean isEnough) {
        if (isEnough || timeIsUp) {
            leave();
            onDone.accept(reads);
        } else {
            FetchReader.release(reads);
        }
    }

    private void fetchFromDisks(List<PartitionRead> reads) {
        var begun = new DiskTrip<>(reads.size(), scheduler, PartitionRead::release, this::backFromDisks);
        trip = begun;
        if (timeIsUp) {
            begun.endAfter(PATIENCE_WITH_DISKS);
        }
        begun.begin(reader.errands(reads));
    }

    private void backFromDisks(List<@Nullable PartitionRead> fromDisk) {
        trip = null;
        List<PartitionRead> reads = reader.readAll(fromDisk);
        decide(reads, reader.isEnoughFromDisk(reads));
        if (lookAfterTrip) {
            lookAfterTrip = false;
            look();
        }
    }

    private void expired() {
        if (done) {
            return;
        }
        timeIsUp = true;
        DiskTrip<PartitionRead> underWay = trip;
        if (underWay == null) {
            metrics.fetchWaitExpired(reader.terms().isolation());
            look();
        } else {
            underWay.endAfter(PATIENCE_WITH_DISKS);
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
        if (trip != null) {
            trip.abandon();
        }
        for (Partition partition : entered) {
            partition.leave(this, reader.terms().isolation());
        }
    }
}
