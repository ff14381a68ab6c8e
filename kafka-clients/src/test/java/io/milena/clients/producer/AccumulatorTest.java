package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.milena.common.time.SystemTime;
import io.milena.common.time.Time;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.testing.SeededRandomness;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What lies between a record and its batch. */
class AccumulatorTest {

    private static final int MEMORY_BYTES = 100_000;
    private static final int THREADS = 16;

    private final RecordPool pool = new RecordPool(MEMORY_BYTES, 1_000, PooledByteBufAllocator.DEFAULT, () -> {});

    private final FiniteMemory memory = new FiniteMemory();

    private BatchSealer sealer;
    private final AtomicInteger news = new AtomicInteger();

    private Accumulator accumulator(Time time, Codec codec) {
        var compression = Compression.of(codec);
        sealer = new BatchSealer(compression, memory, pool);
        return new Accumulator(
                new BatchRules(1_000, MEMORY_BYTES, compression),
                pool,
                sealer,
                new Accumulator.Clocks(time, new SeededRandomness(1)),
                queue -> news.incrementAndGet());
    }

    @AfterEach
    void close() {
        sealer.close();
        pool.close();
    }

    /** Memory until there is none. */
    private static final class FiniteMemory extends AbstractByteBufAllocator {

        private boolean isSpent;

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }

        @Override
        protected ByteBuf newHeapBuffer(int bytes, int most) {
            return UnpooledByteBufAllocator.DEFAULT.heapBuffer(bytes, most);
        }

        @Override
        protected ByteBuf newDirectBuffer(int bytes, int most) {
            if (isSpent) {
                throw new OutOfMemoryError("as the test wants");
            }
            return UnpooledByteBufAllocator.DEFAULT.directBuffer(bytes, most);
        }
    }

    /** A clock that closes the producer when it is read: memory was taken then, and its batch is not made yet. */
    private static final class ClosingClock implements Time {

        private Runnable close = () -> {};

        @Override
        public long wallMs() {
            return 0;
        }

        @Override
        public long nanos() {
            close.run();
            return 0;
        }
    }

    @Test
    void memoryIsGivenBackIfTheProducerIsClosedBeforeItsBatchIsMade() {
        var clock = new ClosingClock();
        Accumulator accumulator = accumulator(clock, Codec.NONE);
        PartitionQueue queue = accumulator.topic("t").queue(0);
        clock.close = accumulator::shut;

        assertThatThrownBy(
                        () -> accumulator.append(queue, new RecordFuture(0, -1, 5, null), null, new byte[5], null, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");

        assertThat(pool.freeBytes()).isEqualTo(MEMORY_BYTES);
    }

    @Test
    void aBatchThatThereIsNoMemoryToCompressIsSentAsItIs() throws Exception {
        Accumulator accumulator = accumulator(new SystemTime(), Codec.LZ4);
        PartitionQueue queue = accumulator.topic("t").queue(0);
        memory.isSpent = true;

        appendUntilTwoWait(accumulator, queue);

        ProducerBatch first = queue.first();
        assertThat(first.stage()).isEqualTo(ProducerBatch.Stage.SEALED);
        assertThat(first.sealedBytes()).isGreaterThan(900);

        queue.removeFirst();
        first.release();
        memory.isSpent = false;
        appendUntilTwoWait(accumulator, queue);
        assertThat(queue.first().sealedBytes()).isLessThan(900);
        release(queue);
    }

    @Test
    void aCompressedBatchStaysInItsMemoryWhereThereIsNoOther() throws Exception {
        var scarce = new FiniteMemory();
        var small = new RecordPool(MEMORY_BYTES, 1_000, scarce, () -> {});
        var queue = new TopicQueues(
                        "t",
                        new BatchRules(1_000, MEMORY_BYTES, Compression.of(Codec.LZ4)),
                        small,
                        new HashSet<>(),
                        new SeededRandomness(1))
                .queue(0);
        queue.appendToNew(new RecordFuture(0, -1, 900, null), null, new byte[900], null, small.take(1_000, 0), 0);
        ProducerBatch batch = queue.first();
        queue.closeFirst(batch);
        sealer = new BatchSealer(Compression.of(Codec.LZ4), memory, small);
        scarce.isSpent = true;

        Throwable thrown = catchThrowable(
                () -> sealer.seal(queue.claimClosed(), queue.topic().ratio()));

        assertThat(thrown).isNull();
        assertThat(batch.stage()).isEqualTo(ProducerBatch.Stage.SEALED);
        assertThat(batch.sealedBytes()).isLessThan(900);
        batch.release();
        assertThat(small.freeBytes()).isEqualTo(MEMORY_BYTES);
        small.close();
    }

    private static void appendUntilTwoWait(Accumulator accumulator, PartitionQueue queue) throws InterruptedException {
        while (queue.waiting() < 2) {
            appendBatch(accumulator, queue);
        }
    }

    private static void appendBatch(Accumulator accumulator, PartitionQueue queue) throws InterruptedException {
        accumulator.append(queue, new RecordFuture(0, -1, 900, null), null, new byte[900], null, 0);
    }

    private static void release(PartitionQueue queue) {
        for (ProducerBatch batch = queue.first(); batch != null; batch = queue.first()) {
            queue.removeFirst();
            batch.release();
        }
    }

    @Test
    void oneMoreBatchBehindManyIsNoNews() throws InterruptedException {
        Accumulator accumulator = accumulator(new SimulatedLoop(), Codec.NONE);
        PartitionQueue queue = accumulator.topic("t").queue(0);

        for (int i = 0; i < 20; i++) {
            appendBatch(accumulator, queue);
        }

        assertThat(queue.waiting()).isEqualTo(20);
        assertThat(news).hasValue(3);
        release(queue);
    }

    /** However many batches are behind the first when its thread comes to tell of it. */
    @Test
    void theFirstBatchIsNewsThoughOtherThreadsOpenMoreAtTheSameTime() throws Exception {
        Accumulator accumulator = accumulator(new SimulatedLoop(), Codec.NONE);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        int fewest = Integer.MAX_VALUE;

        for (int round = 0; round < 1_000; round++) {
            PartitionQueue queue = accumulator.topic("t").queue(round);
            news.set(0);
            var all = new ArrayList<Callable<Void>>();
            for (int i = 0; i < THREADS; i++) {
                all.add(() -> {
                    appendBatch(accumulator, queue);
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(all)) {
                done.get();
            }
            fewest = Math.min(fewest, news.get());
            release(queue);
        }

        threads.shutdown();
        assertThat(fewest).isGreaterThanOrEqualTo(3);
    }

    @Test
    void thatTheFirstBatchIsCompressedIsNewsThoughManyAreBehindIt() throws InterruptedException {
        Accumulator accumulator = accumulator(new SimulatedLoop(), Codec.LZ4);
        PartitionQueue queue = accumulator.topic("t").queue(0);
        for (int i = 0; i < 5; i++) {
            queue.appendToNew(new RecordFuture(0, -1, 990, null), null, new byte[990], null, pool.take(1_100, 0), 0);
        }

        assertThat(queue.waiting()).isEqualTo(5);
        assertThat(accumulator.sealClosed(queue)).isTrue();
        release(queue);
    }

    @Test
    void thatABatchIsFullIsNewsThoughThereIsNoMemoryForTheNext() throws InterruptedException {
        Accumulator accumulator = accumulator(new SimulatedLoop(), Codec.LZ4);
        PartitionQueue queue = accumulator.topic("t").queue(0);
        appendBatch(accumulator, queue);
        ByteBuf rest = pool.take((int) pool.freeBytes(), 0);
        news.set(0);

        assertThatThrownBy(() -> appendBatch(accumulator, queue)).isInstanceOf(BufferExhaustedException.class);

        assertThat(queue.first().stage()).isEqualTo(ProducerBatch.Stage.SEALED);
        assertThat(news).hasValue(1);
        rest.release();
        release(queue);
    }
}
