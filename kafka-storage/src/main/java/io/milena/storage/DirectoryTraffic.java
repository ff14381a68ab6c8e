package io.milena.storage;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes appended in one log directory since the start, and tells what of it is recent. Thread-safe. */
final class DirectoryTraffic {

    private final long windowBytes;
    private final AtomicLong appendedBytes = new AtomicLong();

    /** @param windowBytes how many of the last bytes are taken to lie in memory */
    DirectoryTraffic(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    /** {@code sizeBytes} were appended to a log, whose recent part was {@code before}; returns what it is now. */
    RecentAppends appended(RecentAppends before, long offset, long position, int sizeBytes) {
        long total = appendedBytes.addAndGet(sizeBytes);
        return before.appended(offset, position, total - sizeBytes, windowBytes);
    }

    boolean isRecent(RecentAppends recent, long offset) {
        return recent.isRecent(offset, appendedBytes.get(), windowBytes);
    }
}
