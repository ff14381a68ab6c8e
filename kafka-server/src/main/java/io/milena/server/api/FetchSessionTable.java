package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.server.network.Exchange.Fetcher;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The fetch sessions of this broker (KIP-227): who has one, and who loses theirs when there are too many.
 *
 * <p>Pure: reads no clock, has no lock; guarded by whoever owns it.
 *
 * <p>A new session takes the place of an old one if, in this order: the new one is a follower's and the old one a
 * consumer's; or the old one is the least recently used and has not been used for the eviction time; or the old one
 * exists for longer than that, has fewer partitions, and is not a follower's where the new one is not. Otherwise the
 * new one is not made, and its client goes on with full requests.
 */
final class FetchSessionTable {

    private static final Comparator<FetchSession> BY_WORTH = Comparator.comparing(
                    (FetchSession session) -> session.fetcher())
            .thenComparingInt(FetchSession::size)
            .thenComparingInt(FetchSession::id);

    private final int maxSessions;
    private final long evictionMs;
    private final IntSupplier ids;
    private final Map<Integer, FetchSession> byUse = new LinkedHashMap<>(16, 0.75f, true);
    private final NavigableSet<FetchSession> byWorth = new TreeSet<>(BY_WORTH);
    private long evictions;
    private int partitions;

    /**
     * @param maxSessions {@code max.incremental.fetch.session.cache.slots}
     * @param evictionMs how long a session is safe from being evicted for its size or disuse
     * @param ids gives ids by chance, 1 or more; one that is taken is passed over
     */
    FetchSessionTable(int maxSessions, long evictionMs, IntSupplier ids) {
        this.maxSessions = maxSessions;
        this.evictionMs = evictionMs;
        this.ids = ids;
    }

    /** A request is here: which partitions it is about. */
    FetchTurn asked(FetchAsk ask, long nowMs) {
        if (ask.isFull()) {
            FetchSession old = byUse.get(ask.sessionId());
            if (old != null) {
                remove(old);
            }
            return FetchTurn.full(ask, withoutRepeats(ask.wishes()));
        }
        FetchSession session = byUse.get(ask.sessionId());
        if (session == null) {
            return FetchTurn.refused(ask, ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
        }
        if (session.epoch() != ask.epoch()) {
            return FetchTurn.refused(ask, ErrorCode.INVALID_FETCH_SESSION_EPOCH);
        }
        if (session.naming() != ask.naming()) {
            return FetchTurn.refused(ask, ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR);
        }
        return goOn(session, ask, nowMs);
    }

    /** A partition named twice is wanted as it was named last. */
    static List<FetchWish> withoutRepeats(List<FetchWish> wishes) {
        if (wishes.size() < 2) {
            return wishes;
        }
        Map<FetchKey, FetchWish> last = new LinkedHashMap<>();
        wishes.forEach(wish -> last.put(wish.key(), wish));
        return last.size() == wishes.size() ? wishes : List.copyOf(last.values());
    }

    private FetchTurn goOn(FetchSession session, FetchAsk ask, long nowMs) {
        byWorth.remove(session);
        partitions -= session.size();
        session.changed(ask.wishes(), ask.forgotten(), nowMs);
        if (session.size() == 0) {
            byUse.remove(session.id());
            return FetchTurn.full(ask, List.of());
        }
        partitions += session.size();
        byWorth.add(session);
        return new FetchTurn(ErrorCode.NONE, ask, session, session.epoch(), session.wishes());
    }

    /**
     * A request that asked for a session can be answered: makes the session if there is room or someone has to go. Null
     * if there is none for it.
     */
    @Nullable
    FetchSession answering(FetchTurn turn, long nowMs) {
        FetchAsk ask = turn.ask();
        boolean wanted = ask.epoch() == FetchAsk.FIRST_EPOCH;
        if (!wanted || !hasRoom(ask.fetcher(), turn.wishes().size(), nowMs)) {
            return null;
        }
        var session = new FetchSession(newId(), ask.naming(), ask.fetcher(), nowMs);
        session.opened(turn.wishes());
        byUse.put(session.id(), session);
        byWorth.add(session);
        partitions += session.size();
        return session;
    }

    /**
     * Whether the session is still there, and no later request has begun: only then may this one be answered from it.
     */
    boolean isCurrent(FetchTurn turn) {
        FetchSession session = turn.session();
        return session != null && session.epoch() == turn.expectedEpoch();
    }

    private boolean hasRoom(Fetcher fetcher, int size, long nowMs) {
        if (byUse.size() < maxSessions) {
            return true;
        }
        FetchSession victim = victim(fetcher, size, nowMs);
        if (victim == null) {
            return false;
        }
        remove(victim);
        evictions++;
        return true;
    }

    private @Nullable FetchSession victim(Fetcher fetcher, int size, long nowMs) {
        if (byUse.isEmpty()) {
            return null;
        }
        FetchSession cheapest = byWorth.first();
        if (fetcher == Fetcher.FOLLOWER && cheapest.fetcher() == Fetcher.CONSUMER) {
            return cheapest;
        }
        FetchSession unused = byUse.values().iterator().next();
        if (nowMs - unused.usedMs() > evictionMs) {
            return unused;
        }
        for (FetchSession session : byWorth) {
            boolean isWorthLess =
                    session.fetcher().compareTo(fetcher) < 0 || session.fetcher() == fetcher && session.size() < size;
            if (!isWorthLess) {
                return null;
            }
            if (nowMs - session.createdMs() > evictionMs) {
                return session;
            }
        }
        return null;
    }

    private int newId() {
        while (true) {
            int id = ids.getAsInt();
            if (!byUse.containsKey(id)) {
                return id;
            }
        }
    }

    private void remove(FetchSession session) {
        byUse.remove(session.id());
        byWorth.remove(session);
        partitions -= session.size();
    }

    /** How many sessions there are. */
    int size() {
        return byUse.size();
    }

    /** How many partitions all sessions have together. */
    int partitions() {
        return partitions;
    }

    /** How many sessions had to go for others. */
    long evictions() {
        return evictions;
    }

    /** All sessions, least recently used first. */
    Collection<FetchSession> sessions() {
        return byUse.values();
    }
}
