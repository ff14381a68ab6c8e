package io.milena.server.api;

import io.milena.server.api.FetchAsk.Naming;
import io.milena.server.network.Exchange.Fetcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one client has asked for so far, so that it need only tell what changes (KIP-227), and what it was told of each
 * partition, so that it need only be told what changes.
 *
 * <p>Pure. Owned by {@link FetchSessionTable}, guarded as it is.
 */
final class FetchSession {

    private static final long NEVER_TOLD = -1;

    private final int id;
    private final Naming naming;
    private final Fetcher fetcher;
    private final long createdMs;
    private final Map<FetchKey, Cached> partitions = new LinkedHashMap<>();
    private long usedMs;
    private int epoch = FetchAsk.after(FetchAsk.FIRST_EPOCH);

    /** One partition of the session. */
    private static final class Cached {
        private FetchWish wish;
        private long toldHighWatermark = NEVER_TOLD;
        private long toldLogStartOffset = NEVER_TOLD;

        Cached(FetchWish wish) {
            this.wish = wish;
        }
    }

    FetchSession(int id, Naming naming, Fetcher fetcher, long nowMs) {
        this.id = id;
        this.naming = naming;
        this.fetcher = fetcher;
        this.createdMs = nowMs;
        this.usedMs = nowMs;
    }

    int id() {
        return id;
    }

    Naming naming() {
        return naming;
    }

    Fetcher fetcher() {
        return fetcher;
    }

    long createdMs() {
        return createdMs;
    }

    long usedMs() {
        return usedMs;
    }

    /** Number of the request that must come next. */
    int epoch() {
        return epoch;
    }

    int size() {
        return partitions.size();
    }

    /** The next request is here and changes what is wanted. A partition both wanted and forgotten is forgotten. */
    void changed(List<FetchWish> wishes, List<FetchKey> forgotten, long nowMs) {
        for (FetchWish wish : wishes) {
            Cached cached = partitions.get(wish.key());
            if (cached == null) {
                partitions.put(wish.key(), new Cached(wish));
            } else {
                cached.wish = wish;
            }
        }
        forgotten.forEach(partitions::remove);
        usedMs = nowMs;
        epoch = FetchAsk.after(epoch);
    }

    /** The session begins with these. */
    void opened(List<FetchWish> wishes) {
        for (FetchWish wish : wishes) {
            partitions.put(wish.key(), new Cached(wish));
        }
    }

    /** Everything that is wanted, those first that have waited longest. */
    List<FetchWish> wishes() {
        List<FetchWish> wishes = new ArrayList<>(partitions.size());
        for (Cached cached : partitions.values()) {
            wishes.add(cached.wish);
        }
        return wishes;
    }

    /**
     * Whether the client must be told of this partition, and that it will be. A partition that gives records goes to
     * the end of the line, so that the others are not starved by it.
     */
    boolean tells(FetchKey key, FetchNews news) {
        Cached cached = partitions.get(key);
        if (cached == null) {
            return false;
        }
        if (news.isError()) {
            cached.toldHighWatermark = NEVER_TOLD;
            return true;
        }
        boolean isNew =
                cached.toldHighWatermark != news.highWatermark() || cached.toldLogStartOffset != news.logStartOffset();
        cached.toldHighWatermark = news.highWatermark();
        cached.toldLogStartOffset = news.logStartOffset();
        if (news.hasRecords()) {
            partitions.remove(key);
            partitions.put(key, cached);
        }
        return isNew || news.hasRecords() || news.isDiverging();
    }

    /** What there is to tell of one partition. */
    record FetchNews(
            boolean isError, long highWatermark, long logStartOffset, boolean hasRecords, boolean isDiverging) {}

    @Override
    public String toString() {
        return "fetch session " + id + " of a " + fetcher + " in epoch " + epoch + " with " + size() + " partitions";
    }

    @Nullable
    FetchWish wish(FetchKey key) {
        Cached cached = partitions.get(key);
        return cached == null ? null : cached.wish;
    }
}
