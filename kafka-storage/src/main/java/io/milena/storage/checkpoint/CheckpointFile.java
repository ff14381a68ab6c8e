package io.milena.storage.checkpoint;

import io.milena.storage.files.FileStore;
import io.milena.storage.files.StoreFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A small text file that is always replaced as a whole: written to {@code {name}.tmp}, forced, renamed over the old
 * one, and the directory forced.
 *
 * <p>A crash leaves the old file or the new one, and perhaps a {@code .tmp} that the next write replaces.
 * Thread-safe: writes exclude each other.
 */
public final class CheckpointFile {

    /** Ends the name of what is being written. */
    public static final String TEMPORARY = ".tmp";

    private static final int MAX_BYTES = 64 << 20;

    private final FileStore store;
    private final Path file;

    public CheckpointFile(FileStore store, Path file) {
        this.store = store;
        this.file = file;
    }

    public Path path() {
        return file;
    }

    /** Replaces the content. */
    public synchronized void write(String content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY);
        try (StoreFile out = store.open(temporary)) {
            out.truncate(0);
            out.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)), 0);
            out.force();
        }
        store.rename(temporary, file);
        store.forceDirectory(file.toAbsolutePath().getParent());
    }

    /** Makes the file, empty, if there is none. */
    public synchronized void createIfAbsent() throws IOException {
        if (!store.exists(file)) {
            store.open(file).close();
        }
    }

    public boolean exists() {
        return store.exists(file);
    }

    public synchronized void delete() throws IOException {
        store.delete(file);
    }

    /** The whole content; empty if there is no file. */
    public String read() throws IOException {
        try (StoreFile in = store.openToRead(file)) {
            long size = in.sizeBytes();
            if (size > MAX_BYTES) {
                throw new IOException(file + ": " + size + " bytes (expected: at most " + MAX_BYTES + ")");
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) size);
            in.read(bytes, 0);
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** The lines, without their ends. */
    public List<String> lines() throws IOException {
        return read().lines().toList();
    }
}
