package io.milena.storage;

import io.milena.storage.files.FileStore;
import io.milena.storage.segment.Segment;
import io.milena.storage.segment.SharedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What of one log has to be forced so that its recovery point may move. Needs no lock.
 *
 * @param files log files, each with a reference that {@link #release} gives back
 * @param sealed segments whose indexes are complete and have to be forced too
 * @param names where the directory itself has to be forced; empty otherwise
 * @param mark what is forced then
 */
record DirtyFiles(List<SharedFile> files, List<Segment> sealed, List<Path> names, ForcedSoFar.Mark mark) {

    void force(FileStore store) throws IOException {
        for (SharedFile file : files) {
            file.file().force();
        }
        for (Segment segment : sealed) {
            segment.forceIndexes();
        }
        for (Path directory : names) {
            store.forceDirectory(directory);
        }
    }

    void release() {
        files.forEach(SharedFile::release);
    }
}
