package io.milena.protocol;

import java.nio.channels.FileChannel;

/**
 * Records in a file: a region that stays as it is while a reference is held. The transport hands it to
 * {@code sendfile}, or reads it through a buffer where the bytes must be encrypted.
 */
public interface FileRecords extends RecordsField {

    /** The file; never closed by whoever sends the region. */
    FileChannel channel();

    /** Where the region begins, in bytes from the start of the file. */
    long position();
}
