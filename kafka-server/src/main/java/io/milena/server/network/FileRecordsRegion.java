package io.milena.server.network;

import io.milena.protocol.FileRecords;
import io.netty.channel.DefaultFileRegion;

/**
 * Records of a file on their way to {@code sendfile}.
 *
 * <p>A {@link DefaultFileRegion}, because Netty's native transport hands only those to the system call; unlike it, this
 * one never closes the file: releasing it gives back the reference of the records.
 */
final class FileRecordsRegion extends DefaultFileRegion {

    private final FileRecords records;

    /** Takes over one reference of {@code records}. */
    FileRecordsRegion(FileRecords records) {
        super(records.channel(), records.position(), records.sizeBytes());
        this.records = records;
    }

    @Override
    protected void deallocate() {
        records.release();
    }
}
