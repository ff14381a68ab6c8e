package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Memory is reserved before it is taken, and free again when the last reference goes, whoever has it. */
class RecordPoolTest {

    private final AtomicInteger pressed = new AtomicInteger();
    private final RecordPool pool = new RecordPool(1_000, 50, PooledByteBufAllocator.DEFAULT, pressed::incrementAndGet);

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void memoryIsFreeWhenTheLastReferenceGoes() throws InterruptedException {
        ByteBuf buffer = pool.take(600, 0);
        ByteBuf held = buffer.retainedDuplicate();

        buffer.release();
        assertThat(pool.freeBytes()).isEqualTo(400);
        held.release();

        assertThat(pool.freeBytes()).isEqualTo(1_000);
    }

    @Test
    void whatIsWrittenIsThereThroughADuplicate() throws InterruptedException {
        ByteBuf buffer = pool.take(8, 0);
        buffer.nioBuffer(0, 8).putLong(42);
        buffer.setIndex(0, 8);

        assertThat(buffer.retainedDuplicate().readLong()).isEqualTo(42);
        buffer.release(2);
    }

    @Test
    void noMemoryInTimeIsAnErrorThatSaysHowMuchWasWanted() throws InterruptedException {
        ByteBuf buffer = pool.take(900, 0);

        assertThat(pool.tryTake(200)).isNull();
        assertThatThrownBy(() -> pool.take(200, TimeUnit.MILLISECONDS.toNanos(5)))
                .isInstanceOf(BufferExhaustedException.class)
                .hasMessageContaining("200")
                .hasMessageContaining("buffer.memory");
        assertThat(pool.exhausted()).isEqualTo(1);
        assertThat(pressed).hasValue(1);
        buffer.release();
    }

    @Test
    void aThreadThatWasInterruptedHasWhatIsFree() throws InterruptedException {
        Thread.currentThread().interrupt();
        ByteBuf buffer = pool.take(600, 0);

        assertThat(Thread.interrupted()).isTrue();
        buffer.release();
    }

    @Test
    void moreThanThePoolIsRefusedAtOnce() {
        assertThatThrownBy(() -> pool.take(1_001, Long.MAX_VALUE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void largeWishesAreNotOvertaken() throws Exception {
        ByteBuf half = pool.take(500, 0);
        CompletableFuture<ByteBuf> large = taking(800);
        Awaitility.await().until(() -> pool.waiting() == 1);

        assertThat(pool.tryTake(100)).isNull();
        half.release();

        large.get(10, TimeUnit.SECONDS).release();
        assertThat(pool.freeBytes()).isEqualTo(1_000);
    }

    private CompletableFuture<ByteBuf> taking(int bytes) {
        var taken = new CompletableFuture<ByteBuf>();
        var thread = new Thread(() -> {
            try {
                taken.complete(pool.take(bytes, TimeUnit.SECONDS.toNanos(30)));
            } catch (InterruptedException | RuntimeException e) {
                taken.completeExceptionally(e);
            }
        });
        thread.start();
        return taken;
    }

    @Test
    void anExchangeNeedsNoMoreThanWasThere() throws InterruptedException {
        ByteBuf plain = pool.take(1_000, 0);

        ByteBuf smaller = pool.exchange(plain, 300);

        assertThat(plain.refCnt()).isZero();
        assertThat(pool.freeBytes()).isEqualTo(700);
        smaller.release();
    }

    @Test
    void whoFindsNothingGathersForAMomentAndGoesOnThoughNoMoreComes() throws Exception {
        List<ByteBuf> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(pool.take(50, 0));
        }
        CompletableFuture<ByteBuf> waiting = taking(50);
        Awaitility.await().until(() -> pool.waiting() == 1);
        long before = System.nanoTime();

        all.remove(0).release();
        waiting.get(10, TimeUnit.SECONDS).release();

        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(1) / 2);
        all.forEach(ByteBuf::release);
        assertThat(pool.freeBytes()).isEqualTo(1_000);
    }

    @Test
    void closingSendsAwayWhoeverWaits() throws InterruptedException {
        ByteBuf all = pool.take(1_000, 0);
        CompletableFuture<ByteBuf> waiting = taking(1);
        Awaitility.await().until(() -> pool.waiting() == 1);

        pool.close();

        assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IllegalStateException.class);
        all.release();
    }

    @Test
    void manyThreadsLeaveThePoolAsItWas() throws Exception {
        int threads = 8;
        var done = new CountDownLatch(threads);
        List<Throwable> failures = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int size = 100 + 100 * t;
            new Thread(() -> {
                        try {
                            for (int i = 0; i < 500; i++) {
                                pool.take(size, TimeUnit.SECONDS.toNanos(60)).release();
                            }
                        } catch (InterruptedException | RuntimeException e) {
                            synchronized (failures) {
                                failures.add(e);
                            }
                        } finally {
                            done.countDown();
                        }
                    })
                    .start();
        }

        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(failures).isEmpty();
        assertThat(pool.freeBytes()).isEqualTo(1_000);
    }
}
