package io.milena.clients.consumer;

import io.milena.protocol.messages.FetchResponse;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batches of one partition as a broker sent them; owns a reference of their bytes. Guarded by the consumer's lock until
 * the application's thread takes it.
 *
 * @param partition that they are of
 * @param stamp of the partition when they were asked for
 * @param from offset that was asked for
 * @param records the batches; the first may begin before, the last may be cut off
 * @param aborted transactions among them that were aborted; null if that is of no interest
 */
record FetchedChunk(
        AssignedPartition partition,
        int stamp,
        long from,
        ByteBuf records,
        @Nullable List<FetchResponse.AbortedTransaction> aborted) {

    /** Whether the application went elsewhere since these were asked for. */
    boolean isStale() {
        return stamp != partition.stamp();
    }
}
