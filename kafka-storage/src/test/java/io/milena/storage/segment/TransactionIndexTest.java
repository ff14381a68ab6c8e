package io.milena.storage.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.AbortedTransaction;
import io.milena.storage.GatedFileStore;
import io.milena.storage.files.NioFileStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The aborted transactions of a segment, against a file that the reference wrote. */
class TransactionIndexTest {

    private static final byte[] ONE = HexFormat.of()
            .parseHex("0000" + "00000000000003e9" + "0000000000000002" + "0000000000000003" + "0000000000000004");

    @TempDir
    Path directory;

    private final NioFileStore store = new NioFileStore();
    private Path file;
    private TransactionIndex index;

    @BeforeEach
    void setUp() {
        file = directory.resolve("00000000000000000000.txnindex");
        index = open();
    }

    private TransactionIndex open() {
        var content = new IndexFile(store, new IndexBlockCache(1 << 20), file, TransactionIndex.SHAPE, () -> false);
        return new TransactionIndex(content, true);
    }

    @Test
    void aFileOfTheReferenceIsRead() throws IOException {
        Files.write(file, ONE);

        assertThat(index.all()).containsExactly(new AbortedTransaction(1001, 2, 3, 4));
        assertThat(index.isSound(store, 0)).isTrue();
    }

    @Test
    void aFileIsWrittenAsTheReferenceWritesIt() throws IOException {
        index.add(new AbortedTransaction(1001, 2, 3, 4));
        index.flush();
        index.endGrowth();

        assertThat(Files.readAllBytes(file)).isEqualTo(ONE);
    }

    @Test
    void withoutAnEntryThereIsNoFile() throws IOException {
        assertThat(index.isEmpty()).isTrue();
        index.truncateTo(5);
        index.flush();
        index.endGrowth();
        index.force();

        assertThat(file).doesNotExist();
    }

    @Test
    void whatTouchesARangeIsCollectedUntilNothingCanFollow() throws IOException {
        index.add(new AbortedTransaction(1, 0, 9, 5));
        index.add(new AbortedTransaction(2, 5, 12, 13));
        index.add(new AbortedTransaction(3, 20, 25, 26));
        index.add(new AbortedTransaction(4, 30, 31, 32));

        assertThat(collected(0, 4)).isEqualTo("[1] complete");
        assertThat(collected(10, 13)).isEqualTo("[2] complete");
        assertThat(collected(10, 22)).isEqualTo("[2, 3] complete");
        assertThat(collected(26, 30)).isEqualTo("[] complete");
        assertThat(collected(26, 40)).isEqualTo("[4] open");
    }

    private String collected(long from, long upTo) throws IOException {
        List<AbortedTransaction> found = new ArrayList<>();
        boolean complete = index.collect(from, upTo, found);
        return found.stream().map(AbortedTransaction::producerId).toList() + (complete ? " complete" : " open");
    }

    @Test
    void truncationDropsWhatEndedBehindIt() throws IOException {
        for (int i = 0; i < 500; i++) {
            index.add(new AbortedTransaction(i, 10L * i, 10L * i + 5, 10L * i + 6));
        }

        index.truncateTo(2_005);
        index.add(new AbortedTransaction(7, 2_005, 2_006, 2_007));
        index.flush();
        index.endGrowth();

        assertThat(open().entries()).isEqualTo(201);
        assertThat(open().all().get(200)).isEqualTo(new AbortedTransaction(7, 2_005, 2_006, 2_007));
        assertThat(Files.size(file)).isEqualTo(201 * 34);
    }

    @Test
    void aTornFileIsNotSoundAndClearingItStartsAnew() throws IOException {
        Files.write(file, java.util.Arrays.copyOf(ONE, 20));

        assertThat(index.isSound(store, 0)).isFalse();
        index.clear();
        index.add(new AbortedTransaction(1001, 2, 3, 4));
        index.flush();
        index.endGrowth();

        assertThat(Files.readAllBytes(file)).isEqualTo(ONE);
    }

    /** As after a start that saw no file: a reader comes between the first entry and the news of it. */
    @Test
    void aReaderThatFindsNoFileMakesNobodyForgetTheFirstEntry() throws Exception {
        var disk = new GatedFileStore();
        var cache = new IndexBlockCache(1 << 20);
        var content = new IndexFile(disk.files(), cache, file, TransactionIndex.SHAPE, () -> false);
        var shared = new TransactionIndex(content, false);
        var first = new AbortedTransaction(1001, 2, 3, 4);
        var adding = new FutureTask<>(() -> {
            shared.add(first);
            return true;
        });
        var reading = new FutureTask<>(shared::all);
        var writer = new Thread(adding);
        var reader = new Thread(reading);
        GatedFileStore.Gate atWriter = disk.stall((call, path) -> Thread.currentThread() == writer);
        GatedFileStore.Gate atReader = disk.stall((call, path) -> Thread.currentThread() == reader);

        writer.start();
        atWriter.awaitArrival();
        reader.start();
        atReader.awaitArrival();
        disk.remove(atWriter);
        adding.get();
        disk.remove(atReader);
        reading.get();

        assertThat(shared.all()).containsExactly(first);
    }
}
