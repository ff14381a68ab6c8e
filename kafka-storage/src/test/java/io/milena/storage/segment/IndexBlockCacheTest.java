package io.milena.storage.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The one cache of index blocks of all logs: bounded in bytes, whatever is read. */
class IndexBlockCacheTest {

    private static final int BLOCK_BYTES = 4096;
    private static final int MOST_BYTES = 256 << 10;
    private static final int MANY = 10_000;
    private static final int READERS = 6;
    private static final int LOOKS = 200_000;

    private final IndexBlockCache cache = new IndexBlockCache(MOST_BYTES);
    private int loads;

    private ByteBuffer load(int block) {
        loads++;
        return ByteBuffer.allocate(BLOCK_BYTES).putInt(0, block);
    }

    @Test
    void itNeverHoldsMoreThanItsBytes() throws IOException {
        for (int i = 0; i < MANY; i++) {
            assertThat(cache.get(i % 7, i, this::load).getInt(0)).isEqualTo(i);
            cache.put(8, i, ByteBuffer.allocate(i % BLOCK_BYTES));

            assertThat(cache.sizeBytes()).isLessThanOrEqualTo(MOST_BYTES);
        }

        assertThat(loads).isEqualTo(MANY);
        assertThat(cache.misses()).isEqualTo(MANY);
        assertThat(cache.sizeBytes()).isGreaterThan(MOST_BYTES / 2);
    }

    @Test
    void whatIsUsedAgainAndAgainStays() throws IOException {
        for (int i = 0; i < MANY; i++) {
            cache.get(1, 0, this::load);
            cache.get(2, i, this::load);
        }

        assertThat(loads).isEqualTo(MANY + 1);
        assertThat(cache.hits()).isEqualTo(MANY - 1);
        assertThat(cache.has(1, 0)).isTrue();
        assertThat(cache.has(2, 0)).as("used once, long ago").isFalse();
    }

    @Test
    void whereAllAreInUseTheOldestGoes() throws IOException {
        int most = MOST_BYTES / BLOCK_BYTES;
        for (int i = 0; i < 2 * most; i++) {
            cache.get(1, i % most, this::load);
        }

        cache.get(1, most, this::load);

        assertThat(cache.has(1, most)).isTrue();
        assertThat(cache.has(1, 0)).isFalse();
        assertThat(cache.sizeBytes()).isEqualTo(MOST_BYTES);
    }

    @Test
    void aBlockThatIsWrittenAnewReplacesTheOldOneAndItsBytes() throws IOException {
        for (int i = 0; i < 100; i++) {
            cache.put(1, 0, load(i));
        }

        assertThat(cache.get(1, 0, this::load).getInt(0)).isEqualTo(99);
        assertThat(cache.sizeBytes()).isEqualTo(BLOCK_BYTES);
    }

    /** As few blocks as that are all in use again before their turn has come. */
    @Test
    void itHoldsNoMoreHoweverManyAskForAllOfThem() throws Exception {
        int most = 8 * BLOCK_BYTES;
        var small = new IndexBlockCache(most);
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        List<Callable<Long>> all = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            int fileId = i % 2;
            all.add(() -> mostBytesWhile(small, fileId));
        }

        List<Future<Long>> sizes = readers.invokeAll(all, 60, TimeUnit.SECONDS);

        for (Future<Long> size : sizes) {
            assertThat(size.get()).isLessThanOrEqualTo(most);
        }
        readers.shutdown();
    }

    private static long mostBytesWhile(IndexBlockCache cache, int fileId) throws IOException {
        long mostBytes = 0;
        for (int i = 0; i < LOOKS; i++) {
            int block = i % (fileId == 0 ? 9 : LOOKS);
            ByteBuffer found = cache.get(
                    fileId, block, wanted -> ByteBuffer.allocate(BLOCK_BYTES).putInt(0, wanted));
            assertThat(found.getInt(0)).isEqualTo(block);
            mostBytes = Math.max(mostBytes, cache.sizeBytes());
        }
        return mostBytes;
    }
}
