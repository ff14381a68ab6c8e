package io.milena.storage.segment;

import io.milena.common.Invariant;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Entries of equal size in a file, in blocks of about 4 KiB. Full blocks are in the file and read through the cache;
 * the last, unfinished block of a growing index is in memory. The file is open only while a block is read or written.
 *
 * <p>An entry is written after the batch that it tells of. So a process that is killed leaves a file that lacks the
 * last entries and has none that is untrue; a power cut leaves anything. Whoever opens the log builds both anew.
 *
 * <p>Changes are guarded by the log's lock. While it only grows, and when it is sealed, any thread may read it without.
 */
final class IndexFile {

    /** See {@link #notes}. */
    static final int NOTE_BYTES = Integer.BYTES;

    private static final int BLOCK_BYTES = 4096;
    private static final int FIRST_TAIL_ENTRIES = 16;
    private static final int NOT_COUNTED = -1;

    private static final AtomicReferenceFieldUpdater<IndexFile, Content> CONTENT =
            AtomicReferenceFieldUpdater.newUpdater(IndexFile.class, Content.class, "content");

    private final FileStore store;
    private final IndexBlockCache cache;
    private final Shape shape;
    private final int entryBytes;
    private final int entriesPerBlock;
    private final BooleanSupplier isRemoved;
    private volatile Path path;
    private volatile Content content;
    /** Size of the file when its entries were counted, until it may have changed. */
    private volatile long countedBytes = NOT_COUNTED;

    /** @param isRemoved whether the segment belongs to the log no longer: another may have the name of the file */
    IndexFile(FileStore store, IndexBlockCache cache, Path path, Shape shape, BooleanSupplier isRemoved) {
        this.store = store;
        this.cache = cache;
        this.path = path;
        this.shape = shape;
        this.isRemoved = isRemoved;
        this.entryBytes = shape.entryBytes();
        this.entriesPerBlock = BLOCK_BYTES / entryBytes;
        this.content = new Content(NOT_COUNTED, cache.newFileId(), 0, null);
    }

    Path path() {
        return path;
    }

    /** Entries in all. */
    int entries() throws IOException {
        Content now = content;
        if (now.entries != NOT_COUNTED) {
            return now.entries;
        }
        int counted = count();
        // Not over what was added meanwhile, by the first entry of a file that was missing.
        CONTENT.compareAndSet(this, now, new Content(counted, now.fileId, now.tailBlock, now.tail));
        return counted;
    }

    private int count() throws IOException {
        long bytes = store.sizeBytes(path);
        int inFile = (int) (bytes / entryBytes);
        countedBytes = bytes;
        if (isRemoved.getAsBoolean()) {
            throw new NoSuchFileException(path + " was removed while it was looked at");
        }
        if (inFile == 0) {
            return 0;
        }
        if (isWritten(inFile - 1, inFile)) {
            return inFile;
        }
        int written = 0;
        int end = inFile;
        while (written < end) {
            int middle = (written + end) >>> 1;
            if (isWritten(middle, inFile)) {
                written = middle + 1;
            } else {
                end = middle;
            }
        }
        return written;
    }

    private boolean isWritten(int entry, int inFile) throws IOException {
        ByteBuffer block = load(blockOf(entry), inFile);
        return shape.isWritten().holds(block, slotOf(entry));
    }

    private int blockOf(int entry) {
        return entry / entriesPerBlock;
    }

    int entriesPerBlock() {
        return entriesPerBlock;
    }

    int slotOf(int entry) {
        return entry % entriesPerBlock;
    }

    /** The block that holds this entry, to be read by absolute index. Entries must have been counted. */
    ByteBuffer block(int entry) throws IOException {
        int block = blockOf(entry);
        Content now = content;
        if (now.tail != null && block == now.tailBlock) {
            return now.tail;
        }
        return cache.get(now.fileId, block, wanted -> inOrder(load(wanted, now.entries)));
    }

    /**
     * One number for each entry in the block of this one, as whoever reads finds out what no entry tells: 0 at first,
     * and again when the cache has needed the room. They hold for as long as the block does. Null for the unfinished
     * block. Threads may write the same number at the same time: it is aligned, and so never seen in part.
     */
    @Nullable
    ByteBuffer notes(int entry) throws IOException {
        Content now = content;
        int block = blockOf(entry);
        if (now.tail != null && block == now.tailBlock) {
            return null;
        }
        int count = Math.min(entriesPerBlock, now.entries - block * entriesPerBlock);
        return cache.get(now.fileId, ~block, unused -> ByteBuffer.allocate(count * NOTE_BYTES));
    }

    /** A search among entries that do not rise would end anywhere. */
    private ByteBuffer inOrder(ByteBuffer block) throws DamagedIndex {
        int count = block.capacity() / entryBytes;
        for (int entry = 1; entry < count; entry++) {
            if (!shape.isAfter().holds(block, entry)) {
                throw new DamagedIndex(path + " has entries that do not rise");
            }
        }
        return block;
    }

    /** Whether all entries can be read without the file. */
    boolean isInMemory() {
        Content now = content;
        if (now.entries == NOT_COUNTED) {
            return false;
        }
        int blocks = now.entries == 0 ? 0 : blockOf(now.entries - 1) + 1;
        for (int block = 0; block < blocks; block++) {
            boolean isTail = now.tail != null && block == now.tailBlock;
            if (!isTail && !cache.has(now.fileId, block)) {
                return false;
            }
        }
        return true;
    }

    private ByteBuffer load(int block, int entriesInFile) throws IOException {
        int first = block * entriesPerBlock;
        int count = Math.min(entriesPerBlock, entriesInFile - first);
        ByteBuffer bytes = ByteBuffer.allocate(count * entryBytes);
        boolean whole = readInto(bytes, (long) first * entryBytes);
        if (isRemoved.getAsBoolean()) {
            throw new NoSuchFileException(path + " was removed while it was read");
        }
        if (!whole) {
            throw new DamagedIndex(path + " is gone, or shorter than it was");
        }
        return bytes;
    }

    private boolean readInto(ByteBuffer bytes, long position) throws IOException {
        try (StoreFile file = store.openToRead(path)) {
            return file.read(bytes, position) == bytes.capacity();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Makes the index grow: brings its unfinished block to memory, and cuts what was reserved behind it. */
    void unseal() throws IOException {
        int count = entries();
        long counted = countedBytes;
        keep(count, counted == NOT_COUNTED ? store.sizeBytes(path) : counted);
    }

    /** Makes the file of an index that may have none. */
    void makeFile() throws IOException {
        if (entries() == 0 && !store.exists(path)) {
            store.open(path).close();
        }
    }

    /** Keeps the first {@code count} entries and makes the index grow from there. */
    void keep(int count) throws IOException {
        flush();
        keep(count, store.sizeBytes(path));
    }

    private void keep(int count, long bytesInFile) throws IOException {
        Invariant.check(
                count == 0 || count <= content.entries,
                "index cannot keep more entries than it has",
                count,
                content.entries);
        int inTail = slotOf(count);
        ByteBuffer kept = ByteBuffer.allocate(tailBytes(inTail));
        if (inTail > 0) {
            ByteBuffer last = load(blockOf(count), count);
            kept.put(last.array(), 0, inTail * entryBytes);
        }
        if (bytesInFile != (long) count * entryBytes) {
            cut(count);
        }
        countedBytes = NOT_COUNTED;
        content = new Content(count, cache.newFileId(), blockOf(count), kept);
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

    /** Writes the last block if it is full, so that the next entry needs no disk. If that fails, nothing changes. */
    void makeRoom() throws IOException {
        Content now = content;
        if (now.tail != null && now.tail.position() == entriesPerBlock * entryBytes) {
            write(now.tail, now.entries - 1);
            cache.put(now.fileId, now.tailBlock, now.tail);
            ByteBuffer next = ByteBuffer.allocate(FIRST_TAIL_ENTRIES * entryBytes);
            content = new Content(now.entries, now.fileId, now.tailBlock + 1, next);
        }
    }

    /** Where the next entry is to be put; {@link #appended} must follow. */
    ByteBuffer slot() throws IOException {
        makeRoom();
        Content now = content;
        ByteBuffer current = now.tail;
        if (current == null) {
            throw new IllegalStateException("broken invariant: a sealed index cannot grow");
        }
        if (current.hasRemaining()) {
            return current;
        }
        ByteBuffer grown = ByteBuffer.allocate(tailBytes(current.position() / entryBytes));
        grown.put(current.duplicate().flip());
        content = new Content(now.entries, now.fileId, now.tailBlock, grown);
        return grown;
    }

    /** An entry was put into the {@link #slot}. */
    void appended() {
        Content now = content;
        content = new Content(now.entries + 1, now.fileId, now.tailBlock, now.tail);
    }

    /** Writes the unfinished block. */
    void flush() throws IOException {
        Content now = content;
        if (now.tail != null && now.tail.position() > 0) {
            write(now.tail, now.entries - 1);
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
        if (isRemoved.getAsBoolean()) {
            return;
        }
        flush();
        if (store.exists(path)) {
            try (StoreFile file = store.open(path)) {
                file.force();
            }
        }
    }

    /** Writes everything; the index can still grow. */
    void complete() throws IOException {
        flush();
        makeFile();
    }

    boolean isGrowing() {
        return content.tail != null;
    }

    /** What is in memory is written: from now on the index does not change. */
    void endGrowth() {
        Content now = content;
        content = new Content(now.entries, now.fileId, now.tailBlock, null);
    }

    void rename(Path to) throws IOException {
        if (store.exists(path)) {
            store.rename(path, to);
        }
        path = to;
    }

    /**
     * What entries look like.
     *
     * @param entryBytes bytes of each
     * @param isWritten tells an entry that was written from zeros that were only reserved
     * @param isAfter whether the entry at this place of a block may follow on the one before it
     */
    record Shape(int entryBytes, EntryTest isWritten, EntryTest isAfter) {}

    /**
     * What readers see, swapped whole when an entry is complete.
     *
     * @param entries in all; counted at first use when sealed
     * @param fileId names the file's blocks in the cache
     * @param tailBlock which block the tail is
     * @param tail the last block, whose position is behind its last entry for the writer alone; null when sealed
     */
    private record Content(
            int entries,
            long fileId,
            int tailBlock,
            @Nullable ByteBuffer tail) {}

    /** Says something of one entry of a block. */
    @FunctionalInterface
    interface EntryTest {
        boolean holds(ByteBuffer block, int entry);
    }
}
