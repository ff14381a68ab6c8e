package io.milena.storage;

import io.milena.storage.files.FileStore;
import io.milena.storage.segment.IndexBlockCache;

/**
 * What all logs of a broker use together.
 *
 * @param services given by the composition root
 * @param indexBlocks the cache of index blocks
 * @param tools for looking into batches
 * @param metrics of the room
 */
record LogShared(StorageServices services, IndexBlockCache indexBlocks, BatchTools.Pool tools, StorageMetrics metrics) {

    FileStore store() {
        return services.store();
    }

    long nowMs() {
        return services.time().wallMs();
    }
}
