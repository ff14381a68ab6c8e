package io.milena.storage.recovery;

import io.milena.storage.files.StoreFile;
import io.milena.storage.segment.Located;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** What two neighbouring segments say of the same offsets, where one begins before the other ends. Pure. */
enum SegmentOverlap {
    /** All that the later one says, the earlier one says too, byte for byte. */
    LATER_IS_DOUBLE,
    /** The earlier one ends with what the later one begins with, byte for byte. */
    END_IS_DOUBLE,
    /** Not the same. */
    CONTRADICTION;

    private static final int PIECE_BYTES = 64 * 1024;

    /** Of two segments of which the earlier one is sound; {@code later} begins before it ends. */
    static SegmentOverlap of(Segment earlier, Segment later) throws IOException {
        SharedFile first = earlier.retainFile();
        try {
            SharedFile second = later.retainFile();
            try {
                return of(earlier, first.file(), later, second.file());
            } finally {
                second.release();
            }
        } finally {
            first.release();
        }
    }

    private static SegmentOverlap of(Segment earlier, StoreFile first, Segment later, StoreFile second)
            throws IOException {
        Located begin = earlier.locate(first, later.baseOffset(), 0, earlier.sizeBytes());
        if (begin == null || begin.baseOffset() != later.baseOffset()) {
            return CONTRADICTION;
        }
        long common = Math.min(earlier.sizeBytes() - begin.position(), later.sizeBytes());
        if (!areEqual(first, begin.position(), second, common)) {
            return CONTRADICTION;
        }
        return common == later.sizeBytes() ? LATER_IS_DOUBLE : END_IS_DOUBLE;
    }

    /** Whether the bytes of {@code first} from {@code position} on are the first ones of {@code second}. */
    private static boolean areEqual(StoreFile first, long position, StoreFile second, long sizeBytes)
            throws IOException {
        ByteBuffer one = ByteBuffer.allocate(PIECE_BYTES);
        ByteBuffer other = ByteBuffer.allocate(PIECE_BYTES);
        for (long at = 0; at < sizeBytes; at += PIECE_BYTES) {
            int wanted = (int) Math.min(PIECE_BYTES, sizeBytes - at);
            first.read(one.clear().limit(wanted), position + at);
            second.read(other.clear().limit(wanted), at);
            if (!one.flip().equals(other.flip())) {
                return false;
            }
        }
        return true;
    }
}
