package io.milena.server.api;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Time;
import io.milena.metrics.MetricScope;
import io.milena.metrics.ObjectNames;
import io.milena.server.api.FetchSession.FetchNews;
import io.milena.server.partition.PartitionRead;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The shell of {@link FetchSessionTable}: its lock, clock and metrics. Thread-safe; requests without a session do not
 * come through the lock.
 */
final class FetchSessions {

    private final FetchSessionTable table;
    private final Time time;
    private final Meter evictions;

    FetchSessions(FetchSessionTable table, Time time, MetricRegistry registry) {
        this.table = table;
        this.time = time;
        var scope = new MetricScope(registry);
        evictions = scope.meter(name("IncrementalFetchSessionEvictionsPerSec"));
        scope.gauge(name("NumIncrementalFetchSessions"), () -> locked(table::size));
        scope.gauge(name("NumIncrementalFetchPartitionsCached"), () -> locked(table::partitions));
    }

    /** {@code kafka.server:type=FetchSessionCache} */
    private static ObjectNames name(String name) {
        return ObjectNames.of("kafka.server", "FetchSessionCache", name);
    }

    private int locked(IntSupplier question) {
        synchronized (table) {
            return question.getAsInt();
        }
    }

    /** A request is here: which partitions it is about. */
    FetchTurn begin(FetchAsk ask) {
        if (ask.epoch() == FetchAsk.FINAL_EPOCH && ask.sessionId() == FetchAsk.NO_SESSION) {
            return FetchTurn.full(ask, FetchSessionTable.withoutRepeats(ask.wishes()));
        }
        synchronized (table) {
            return table.asked(ask, nowMs());
        }
    }

    /** What a session makes of an answer. */
    record Closing(ErrorCode error, int sessionId, boolean[] told) {}

    /**
     * The request can be answered with {@code reads}, which go with the wishes of the turn one by one: which of them
     * the client is told of.
     */
    Closing end(FetchTurn turn, List<PartitionRead> reads) {
        boolean ofSession = turn.session() != null;
        if (!ofSession && turn.ask().epoch() != FetchAsk.FIRST_EPOCH) {
            return toldAll(turn, null, reads);
        }
        synchronized (table) {
            return ofSession ? fromSession(turn, reads) : toldAll(turn, open(turn), reads);
        }
    }

    private @Nullable FetchSession open(FetchTurn turn) {
        long before = table.evictions();
        FetchSession opened = table.answering(turn, nowMs());
        evictions.mark(table.evictions() - before);
        return opened;
    }

    private Closing fromSession(FetchTurn turn, List<PartitionRead> reads) {
        var told = new boolean[reads.size()];
        FetchSession session = turn.session();
        if (session == null || !table.isCurrent(turn)) {
            return new Closing(ErrorCode.INVALID_FETCH_SESSION_EPOCH, FetchAsk.NO_SESSION, told);
        }
        for (int i = 0; i < told.length; i++) {
            told[i] = session.tells(turn.wishes().get(i).key(), news(reads.get(i)));
        }
        return new Closing(ErrorCode.NONE, session.id(), told);
    }

    private static Closing toldAll(FetchTurn turn, @Nullable FetchSession opened, List<PartitionRead> reads) {
        var told = new boolean[reads.size()];
        for (int i = 0; i < told.length; i++) {
            told[i] = true;
            if (opened != null) {
                opened.tells(turn.wishes().get(i).key(), news(reads.get(i)));
            }
        }
        return new Closing(ErrorCode.NONE, opened == null ? FetchAsk.NO_SESSION : opened.id(), told);
    }

    private static FetchNews news(PartitionRead read) {
        return new FetchNews(
                read.error() != ErrorCode.NONE,
                read.highWatermark(),
                read.logStartOffset(),
                read.sizeBytes() > 0,
                read.diverging() != null);
    }

    private long nowMs() {
        return time.nanos() / 1_000_000;
    }
}
