package io.milena.storage.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/**
 * Every file operation that the storage room does. The seam at which a simulation loses what was not forced, tears a
 * write, or fails a call. Thread-safe.
 *
 * <p>What survives a crash: bytes after {@link StoreFile#force}, names after {@link #forceDirectory}. A rename replaces
 * its target in one step.
 */
public interface FileStore {

    /** Opens for reading and writing, and creates the file if there is none. */
    StoreFile open(Path file) throws IOException;

    /** Opens an existing file for reading. */
    StoreFile openToRead(Path file) throws IOException;

    /**
     * Names in {@code directory}, sorted.
     *
     * @throws NotDirectoryException if it is a file
     */
    List<String> list(Path directory) throws IOException;

    boolean exists(Path path);

    boolean isDirectory(Path path);

    /** Bytes in the file; 0 if there is none. */
    long sizeBytes(Path file) throws IOException;

    /** When the file was last written, in milliseconds since the epoch. */
    long lastModifiedMs(Path file) throws IOException;

    /** Makes the file as old as that of which it is a copy; a store without times of its own leaves that out. */
    default void setLastModifiedMs(Path file, long timeMs) throws IOException {
        // The age of a file decides nothing that could be lost.
    }

    /** Renames in one step, and replaces a file of the new name. */
    void rename(Path from, Path to) throws IOException;

    /** Removes a file or an empty directory; nothing happens if there is none. */
    void delete(Path path) throws IOException;

    /** Makes the directory and its parents where they are missing. */
    void createDirectories(Path directory) throws IOException;

    /** Makes the names in {@code directory} survive a crash. */
    default void forceDirectory(Path directory) throws IOException {
        try (OpenDirectory names = openDirectory(directory)) {
            names.force();
        }
    }

    /** Opens a directory for one who changes names in it and must not fail half-way for want of a descriptor. */
    OpenDirectory openDirectory(Path directory) throws IOException;

    /**
     * Takes the exclusive lock that keeps two brokers out of one directory; closing frees it.
     *
     * @throws AlreadyLocked if another process holds it, or this one does
     */
    Closeable lock(Path file) throws IOException;
}
