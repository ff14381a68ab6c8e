package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.time.Time;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.testing.SeededRandomness;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;

/** What lies between a record and its batch. */
class AccumulatorTest {

    private static final int MEMORY_BYTES = 100_000;

    private final RecordPool pool = new RecordPool(MEMORY_BYTES, PooledByteBufAllocator.DEFAULT, () -> {});

    private Accumulator accumulator(Time time) {
        var compression = Compression.of(Codec.NONE);
        return new Accumulator(
                new BatchRules(1_000, MEMORY_BYTES, compression),
                pool,
                new BatchSealer(compression, PooledByteBufAllocator.DEFAULT, pool),
                new Accumulator.Clocks(time, new SeededRandomness(1)),
                queue -> {});
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
        Accumulator accumulator = accumulator(clock);
        PartitionQueue queue = accumulator.topic("t").queue(0);
        clock.close = accumulator::shut;

        assertThatThrownBy(
                        () -> accumulator.append(queue, new RecordFuture(0, -1, 5, null), null, new byte[5], null, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");

        assertThat(pool.freeBytes()).isEqualTo(MEMORY_BYTES);
    }
}
