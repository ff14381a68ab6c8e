package io.milena.storage.segment;

import io.milena.common.Invariant;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Entries of equal size in a file, in blocks of about 4 KiB. Full blocks are in the file and read through the cache;
 * the last, unfinished block of a growing index is in memory. The file is open only while a block is read or written.
 *
 * <p>Growing: guarded by its log's lock. Sealed: never changes, and may be read by any thread.
 */
final class IndexFile {

    private static final int BLOCK_BYTES = 4096;
    private static final int FIRST_TAIL_ENTRIES = 16;
    private static final int NOT_COUNTED = -1;

    private final FileStore store;
    private final IndexBlockCache cache;
    private final int entryBytes;
    private final int entriesPerBlock;
    private volatile Path path;
    private long fileId;

    /** Entries in all; counted at first use when sealed. */
    private volatile int entries = NOT_COUNTED;
    /** The unfinished block; its position is behind its last entry. Null when sealed. */
    private @Nullable ByteBuffer tail;

    IndexFile(FileStore store, IndexBlockCache cache, Path path, int entryBytes) {
        this.store = store;
        this.cache = cache;
        this.path = path;
        this.entryBytes = entryBytes;
        this.entriesPerBlock = BLOCK_BYTES / entryBytes;
        this.fileId = cache.newFileId();
    }

    Path path() {
        return path;
    }

    /** Tells an entry that was written from zeros that were only reserved. */
    @FunctionalInterface
    interface EntryTest {
        boolean isWritten(ByteBuffer block, int entry);
    }

    /** Entries in all. */
    int entries(EntryTest test) throws IOException {
        int known = entries;
        if (known != NOT_COUNTED) {
            return known;
        }
        int counted = count(test);
        entries = counted;
        return counted;
    }

    private int count(EntryTest test) throws IOException {
        int inFile = (int) (store.sizeBytes(path) / entryBytes);
        if (inFile == 0) {
            return 0;
        }
        if (isWritten(inFile - 1, inFile, test)) {
            return inFile;
        }
        int written = 0;
        int end = inFile;
        while (written < end) {
            int middle = (written + end) >>> 1;
            if (isWritten(middle, inFile, test)) {
                written = middle + 1;
            } else {
                end = middle;
            }
        }
        return written;
    }

    private boolean isWritten(int entry, int inFile, EntryTest test) throws IOException {
        ByteBuffer block = load(blockOf(entry), inFile);
        return test.isWritten(block, slotOf(entry));
    }

    int blockOf(int entry) {
        return entry / entriesPerBlock;
    }

    int slotOf(int entry) {
        return entry % entriesPerBlock;
    }

    /** The block that holds this entry, to be read by absolute index. Entries must have been counted. */
    ByteBuffer block(int entry) throws IOException {
        int block = blockOf(entry);
        ByteBuffer unfinished = tail;
        if (unfinished != null && block == blockOf(entries)) {
            return unfinished;
        }
        return cache.get(fileId, block, wanted -> load(wanted, entries));
    }

    private ByteBuffer load(int block, int entriesInFile) throws IOException {
        int first = block * entriesPerBlock;
        int count = Math.min(entriesPerBlock, entriesInFile - first);
        ByteBuffer bytes = ByteBuffer.allocate(count * entryBytes);
        try (StoreFile file = store.openToRead(path)) {
            file.read(bytes, (long) first * entryBytes);
        }
        return bytes;
    }

    /** Makes the index grow: brings its unfinished block to memory, and cuts what was reserved behind it. */
    void unseal(EntryTest test) throws IOException {
        keep(entries(test));
    }

    /** Keeps the first {@code count} entries and makes the index grow from there. */
    void keep(int count) throws IOException {
        Invariant.check(count == 0 || count <= entries, "index cannot keep more entries than it has", count, entries);
        flush();
        int inTail = slotOf(count);
        ByteBuffer kept = ByteBuffer.allocate(tailBytes(inTail));
        if (inTail > 0) {
            ByteBuffer last = load(blockOf(count), count);
            kept.put(last.array(), 0, inTail * entryBytes);
        }
        if (store.sizeBytes(path) != (long) count * entryBytes) {
            cut(count);
        }
        tail = kept;
        entries = count;
        fileId = cache.newFileId();
    }

    private void cut(int count) throws IOException {
        try (StoreFile file = store.open(path)) {
            file.truncate((long) count * entryBytes);
        }
    }

    private int tailBytes(int entriesNeeded) {
        int slots = FIRST_TAIL_ENTRIES;
        while (slots <= entriesNeeded) {
            slots *= 2;
        }
        return Math.min(slots, entriesPerBlock) * entryBytes;
    }

    /** Where the next entry is to be put; {@link #appended} must follow. */
    ByteBuffer slot() {
        ByteBuffer current = tail;
        if (current == null) {
            throw new IllegalStateException("broken invariant: a sealed index cannot grow");
        }
        if (current.hasRemaining()) {
            return current;
        }
        ByteBuffer grown = ByteBuffer.allocate(tailBytes(current.position() / entryBytes));
        grown.put(current.flip());
        tail = grown;
        return grown;
    }

    /** An entry was put into the {@link #slot}; a full block goes to the file. */
    void appended() throws IOException {
        ByteBuffer current = tail;
        int count = entries + 1;
        if (current != null && current.position() == entriesPerBlock * entryBytes) {
            write(current, entries);
            tail = ByteBuffer.allocate(FIRST_TAIL_ENTRIES * entryBytes);
        }
        entries = count;
    }

    /** Writes the unfinished block. */
    void flush() throws IOException {
        ByteBuffer current = tail;
        if (current != null && current.position() > 0) {
            write(current, entries - 1);
        }
    }

    private void write(ByteBuffer block, int lastEntry) throws IOException {
        try (StoreFile file = store.open(path)) {
            long position = (long) blockOf(lastEntry) * entriesPerBlock * entryBytes;
            file.write(block.duplicate().flip(), position);
        }
    }

    /** Writes and forces everything. */
    void force() throws IOException {
        flush();
        if (store.exists(path)) {
            try (StoreFile file = store.open(path)) {
                file.force();
            }
        }
    }

    /** Writes everything; from now on the index does not change. */
    void seal() throws IOException {
        flush();
        if (!store.exists(path)) {
            store.open(path).close();
        }
        tail = null;
    }

    void rename(Path to) throws IOException {
        if (store.exists(path)) {
            store.rename(path, to);
        }
        path = to;
    }
}
