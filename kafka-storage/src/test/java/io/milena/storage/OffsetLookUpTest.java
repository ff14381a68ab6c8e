package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often an offset look-up reads, where index blocks are in memory and each batch but the first has an entry. */
class OffsetLookUpTest {

    private static final int SEGMENT_BYTES = 20_000;
    private static final int BATCHES = 100;
    private static final String VALUE = "v".repeat(1_000);

    @TempDir
    Path directory;

    private final GatedFileStore store = new GatedFileStore();
    private LogHome home;
    private LogManager manager;
    private Log log;

    @BeforeEach
    void fill() {
        home = new LogHome(directory)
                .on(store.files())
                .with("segment.bytes", SEGMENT_BYTES)
                .with("index.interval.bytes", 1_100);
        manager = home.open();
        log = home.orders(manager);
        for (int i = 0; i < BATCHES; i++) {
            append(log, batch(LogHome.START_MS + i, VALUE, VALUE.substring(i)));
        }
    }

    @AfterEach
    void close() {
        manager.close();
    }

    private int readsOf(long offset) {
        store.forgetCalls();
        var limits = new ReadLimits(1, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK);
        LogSlice slice = (LogSlice) log.read(offset, limits);
        assertThat(slice.firstOffset()).isEqualTo(offset / 2 * 2);
        slice.release();
        return store.callsIn(directory).getOrDefault("read", 0);
    }

    @Test
    void anOffsetInASealedSegmentTakesOneReadAfterTheFirst() {
        long sealed = log.files().segments().get(log.segmentCount() - 1).baseOffset();
        for (long offset = 0; offset < sealed; offset++) {
            readsOf(offset);
        }

        for (long offset = 0; offset < sealed; offset++) {
            assertThat(readsOf(offset)).as("offset %s", offset).isEqualTo(isBeforeFirstEntry(offset) ? 2 : 1);
        }
    }

    /** The entry of the second batch of a segment is at its last offset; before lies no entry, and so no note. */
    private boolean isBeforeFirstEntry(long offset) {
        return log.files().segments().stream().anyMatch(segment -> segment.baseOffset() == offset - 2);
    }

    /** What was noted of the batches before a cut says nothing of those that take their place. */
    @ParameterizedTest
    @ValueSource(longs = {4, 30, 34, 100, 150})
    void whatWasNotedGoesWithACut(long cut) {
        for (long offset = 0; offset < 2 * BATCHES; offset++) {
            readsOf(offset);
        }

        log.truncateTo(cut);
        for (int i = 0; i < BATCHES; i++) {
            append(log, batch(LogHome.START_MS + i, VALUE.substring(7 * i), VALUE));
        }

        for (int again = 0; again < 2; again++) {
            for (long offset = 0; offset < log.offsets().logEndOffset(); offset++) {
                readsOf(offset);
            }
        }
    }
}
