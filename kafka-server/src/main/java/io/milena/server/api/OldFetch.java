package io.milena.server.api;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.protocol.messages.FetchResponse;
import io.milena.server.api.FetchSessions.Closing;
import io.milena.server.partition.PartitionRead;
import io.milena.storage.FirstBatch;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one fetch of a client that knows only the old message formats: converted by a worker, as soon as the
 * {@link ConversionBudget} has room for it.
 *
 * <p>Converted records lie in memory until the client has taken them. Without room the fetch waits as long as its
 * client would for records, and is then answered without any: the client asks again.
 *
 * <p>Confined to the connection's event loop, but for the conversion, which happens on a worker and is the last thing.
 */
final class OldFetch {

    /** Bytes claimed for each byte that is read: for that one, and for what becomes of it. */
    static final int BYTES_PER_BYTE_READ = 2;

    /** What was read keeps its files open, so nobody waits longer, whatever the client says. */
    private static final int LONGEST_WAIT_MS = 5_000;

    private final Means means;
    private final FetchTurn turn;
    private final FetchReader reader;
    private final List<PartitionRead> reads;
    private final Caller<FetchResponse> caller;
    private ConversionBudget.@Nullable Claim claim;
    private Scheduler.@Nullable Timer timer;
    private boolean done;

    /** Takes over the references of {@code reads}. */
    OldFetch(Means means, FetchTurn turn, FetchReader reader, List<PartitionRead> reads, Caller<FetchResponse> caller) {
        this.means = means;
        this.turn = turn;
        this.reader = reader;
        this.reads = reads;
        this.caller = caller;
    }

    /** Begins; the answer comes in time. */
    void begin() {
        long bytes = reads.stream().mapToLong(PartitionRead::sizeBytes).sum() * BYTES_PER_BYTE_READ;
        ConversionBudget.Claim begun =
                means.budget().claim(bytes, () -> caller.scheduler().execute(this::granted));
        claim = begun;
        int waitMs = Math.min(reader.terms().maxWaitMs(), LONGEST_WAIT_MS);
        if (begun.isGranted()) {
            granted();
        } else if (waitMs <= 0) {
            timeIsUp();
        } else {
            timer = caller.scheduler().after(Duration.ofMillis(waitMs), this::timeIsUp);
            caller.frameRead();
            caller.onClosed(this::abandon);
        }
    }

    private void granted() {
        if (isFirstEnd()) {
            caller.work(means.workers(), this::convert);
        }
    }

    private void timeIsUp() {
        if (isFirstEnd()) {
            endClaim();
            List<PartitionRead> without = reads.stream()
                    .map(read -> read.atMost(0, FirstBatch.WITHIN_LIMIT))
                    .toList();
            answer(new OldFormats.Converted(without, Collections.nCopies(without.size(), null)));
        }
    }

    /** Nobody wants the answer any more. */
    private void abandon() {
        if (isFirstEnd()) {
            endClaim();
            FetchReader.release(reads);
        }
    }

    private boolean isFirstEnd() {
        boolean first = !done;
        done = true;
        if (timer != null) {
            timer.cancel();
        }
        return first;
    }

    /** From here on the converted records count, each until it is released. */
    private void convert() {
        try {
            long beganNanos = means.time().nanos();
            var metrics = means.holdings().partitions().metrics();
            OldFormats.Converted converted =
                    new OldFormats(reader, metrics, caller.allocator(), means.budget()).convert(reads);
            caller.converted(means.time().nanos() - beganNanos, converted.bytes());
            answer(converted);
        } finally {
            endClaim();
        }
    }

    private void answer(OldFormats.Converted converted) {
        Closing closing = means.sessions().end(turn, converted.reads());
        var reply = new FetchReply(means.holdings(), reader);
        caller.reply(reply.response(converted.reads(), converted.records(), closing));
    }

    private void endClaim() {
        if (claim != null) {
            claim.end();
        }
    }

    /**
     * What such answers take.
     *
     * @param workers convert
     * @param budget bounds what is converted and unsent
     */
    record Means(Holdings holdings, FetchSessions sessions, Executor workers, ConversionBudget budget, Time time) {}
}
