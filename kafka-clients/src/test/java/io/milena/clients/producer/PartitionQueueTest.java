package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.producer.PartitionQueue.Appended;
import io.milena.common.header.Header;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.testing.SeededRandomness;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches of one partition that more than one thread fills. */
class PartitionQueueTest {

    private static final int BATCH_BYTES = 1_000;
    private static final Header[] NO_HEADERS = {};

    private final RecordPool pool = new RecordPool(100_000, 1_000, PooledByteBufAllocator.DEFAULT, () -> {});
    private final PartitionQueue queue = new TopicQueues(
                    "t",
                    new BatchRules(BATCH_BYTES, 100_000, Compression.of(Codec.LZ4)),
                    pool,
                    ConcurrentHashMap.newKeySet(),
                    new SeededRandomness(1))
            .queue(0);

    private final List<ProducerBatch> claimed = new ArrayList<>();

    @AfterEach
    void release() {
        claimed.forEach(ProducerBatch::release);
        pool.close();
    }

    private ProducerBatch claim() {
        ProducerBatch batch = queue.claimClosed();
        assertThat(batch).isNotNull();
        claimed.add(batch);
        return batch;
    }

    private static RecordFuture record(int bytes) {
        return new RecordFuture(0, -1, bytes, null);
    }

    private Appended append(int bytes) {
        return queue.append(record(bytes), null, new byte[bytes], NO_HEADERS);
    }

    private Appended appendToNew(int bytes) throws InterruptedException {
        ByteBuf buffer = pool.take(Math.max(BATCH_BYTES, bytes + 100), 0);
        return queue.appendToNew(record(bytes), null, new byte[bytes], NO_HEADERS, buffer, 0);
    }

    @Test
    void aBatchIsSealedThoughAnotherThreadHasSealedALaterOneBefore() throws InterruptedException {
        appendToNew(500);
        ProducerBatch first = queue.first();
        // The thread that closes the first batch rests here, and another one fills the second.
        assertThat(append(20_000)).isEqualTo(Appended.NO);
        assertThat(appendToNew(20_000)).isEqualTo(Appended.YES_AND_OPENED);

        ProducerBatch one = claim();
        one.sealed(one.plain(), Codec.NONE);
        ProducerBatch other = claim();
        other.sealed(other.plain(), Codec.NONE);

        assertThat(first.stage()).isEqualTo(ProducerBatch.Stage.SEALED);
        assertThat(queue.claimClosed()).isNull();
    }

    @Test
    void aBatchThatIsSealedAlreadyDoesNotHideOneThatIsNot() throws InterruptedException {
        appendToNew(500);
        ProducerBatch first = queue.first();
        append(20_000);
        ProducerBatch earlier = claim();
        appendToNew(20_000);
        ProducerBatch second = claim();
        second.sealed(second.plain(), Codec.NONE);

        assertThat(earlier).isSameAs(first);
        assertThat(second).isNotSameAs(first);
        assertThat(queue.claimClosed()).isNull();
        earlier.sealed(earlier.plain(), Codec.NONE);
    }

    @Test
    void whetherABatchIsNewsIsKnownWhenItIsOpenedAndNotChangedByThoseAfterIt() throws InterruptedException {
        List<Appended> opened = new ArrayList<>();

        for (int i = 0; i < 5; i++) {
            opened.add(appendToNew(16_000));
        }

        assertThat(opened)
                .containsExactly(
                        Appended.YES_AND_OPENED,
                        Appended.YES_AND_OPENED,
                        Appended.YES_AND_OPENED,
                        Appended.YES_AND_OPENED_BEHIND,
                        Appended.YES_AND_OPENED_BEHIND);
        for (int i = 0; i < 5; i++) {
            ProducerBatch batch = claim();
            batch.sealed(batch.plain(), Codec.NONE);
        }
    }
}
