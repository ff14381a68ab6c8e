package io.milena.storage;

import io.milena.storage.Batches.Rec;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * What a writer has put into a log with keys, for readers that look at it meanwhile. One thread changes it; what lies
 * below the high watermark, or of transactions below the last stable offset, changes no more, and may be asked from any
 * thread.
 */
final class KeyedHistory {

    private final NavigableMap<Long, Rec> written = new ConcurrentSkipListMap<>();
    private final Map<Long, Long> batchOf = new ConcurrentHashMap<>();
    private final Set<Long> aborted = ConcurrentHashMap.newKeySet();
    /** Offsets in the one transaction that is open. */
    private final Set<Long> open = new HashSet<>();

    private long transactionalUpTo;

    /** These records are at the end of the log, in one batch. */
    void appended(Collection<Rec> records, boolean isTransactional) {
        long base = records.iterator().next().offset();
        for (Rec rec : records) {
            written.put(rec.offset(), rec);
            batchOf.put(rec.offset(), base);
            if (isTransactional) {
                open.add(rec.offset());
                transactionalUpTo = rec.offset() + 1;
            }
        }
    }

    /** From here on to the end of the log, nothing belongs to a transaction. */
    long transactionalUpTo() {
        return transactionalUpTo;
    }

    /** The log was cut, where a batch begins. */
    void cut(long offset) {
        written.tailMap(offset, true).clear();
        batchOf.keySet().removeIf(each -> each >= offset);
    }

    boolean isTransactionOpen() {
        return !open.isEmpty();
    }

    /** The transaction ends with a marker at {@code offset}. */
    void committed(long offset) {
        open.clear();
        batchOf.put(offset, offset);
        transactionalUpTo = offset + 1;
    }

    /** As {@link #committed}, and its records do not count. */
    void aborted(long offset) {
        aborted.addAll(open);
        committed(offset);
    }

    /** Where the batch with {@code offset} begins; a marker is its own. */
    long batchOf(long offset) {
        return Objects.requireNonNull(batchOf.get(offset), "offset " + offset);
    }

    /** A record of data that was written; null for a marker. */
    @Nullable
    Rec at(long offset) {
        return written.get(offset);
    }

    boolean isAborted(long offset) {
        return aborted.contains(offset);
    }

    /** Offsets of the newest committed record of each key, of those from {@code from} to {@code to} (exclusive). */
    Collection<Long> newest(long from, long to) {
        Map<String, Long> newest = new HashMap<>();
        for (Rec rec : written.subMap(from, to).values()) {
            if (!isAborted(rec.offset())) {
                newest.put(rec.key(), rec.offset());
            }
        }
        return newest.values();
    }
}
