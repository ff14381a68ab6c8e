package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every byte of the small files of a partition, cut off or flipped in turn. After a crash none matters: what is not
 * forced is built from the batches. After an orderly stop a checksum tells it, or what it says cannot be; what can be
 * is believed, and costs no record.
 */
class DamagedBytesTest {

    private static final Path DATA = Path.of("/disk/data");
    private static final Path ORDERS = DATA.resolve("orders-0");
    private static final String TRANSACTIONS = "00000000000000000000.txnindex";
    private static final String EPOCHS = "leader-epoch-checkpoint";
    private static final String CUT = " cut to ";
    private static final int EPOCH = 3;
    private static final int TRANSACTION_ENTRY_BYTES = 34;

    private final CrashingFileStore disk = new CrashingFileStore(new Random(1));
    private final LogHome home = new LogHome(DATA).on(disk).with("segment.bytes", 900);
    private final QuietLogs quiet = new QuietLogs();
    private Map<Path, byte[]> files = new TreeMap<>();
    private Facts facts;

    @BeforeEach
    void setUp() throws IOException {
        write(Stop.KILLED);
    }

    @AfterEach
    void tearDown() {
        quiet.close();
    }

    /** Two transactions that are aborted, one that is not, in two epochs and two segments. */
    private void write(Stop stop) throws IOException {
        files = new TreeMap<>();
        putBack();
        home.time.forget();
        LogManager manager = home.open();
        Log log = home.orders(manager);
        transaction(log, 0, 0, ControlMarker.Type.ABORT);
        transaction(log, EPOCH, 2, ControlMarker.Type.COMMIT);
        transaction(log, EPOCH, 4, ControlMarker.Type.ABORT);
        append(log, batch(LogHome.START_MS, "x".repeat(300)), Batches.terms(EPOCH, LogHome.START_MS));
        append(log, batch(LogHome.START_MS, "in a segment of its own"), Batches.terms(EPOCH, LogHome.START_MS));
        assertThat(log.segmentCount()).isEqualTo(2);
        home.time.advance(0);
        stop.stop(manager);
        for (Path file : present()) {
            files.put(file, Objects.requireNonNull(disk.bytes(file)));
        }
        facts = opened("whole");
        assertThat(facts.aborted()).hasSize(2);
        assertThat(facts.producers()).hasSize(1);
    }

    private static void transaction(Log log, int epoch, int sequence, ControlMarker.Type end) {
        BatchTerms terms = BatchTerms.PLAIN.withProducer(7, (short) 0, sequence).transactional();
        append(
                log,
                batch(terms, Codec.NONE, LogHome.START_MS, "a" + sequence, "b"),
                new AppendTerms(epoch, LogHome.START_MS, Origin.TRANSACTIONAL_CLIENT, RecordValidation.FULL));
        append(
                log,
                new ControlMarker(end, 0).toBatch(Batches.ALLOCATOR, 7, (short) 0, LogHome.START_MS),
                new AppendTerms(epoch, LogHome.START_MS, Origin.COORDINATOR, RecordValidation.FULL));
    }

    /** The files of the log, and those of its directory: they tell how the last stop was. */
    private List<Path> present() {
        List<Path> all = new ArrayList<>();
        disk.names(ORDERS).forEach(name -> all.add(ORDERS.resolve(name)));
        disk.names(DATA).forEach(name -> all.add(DATA.resolve(name)));
        all.remove(ORDERS);
        return all;
    }

    private void putBack() throws IOException {
        for (Path file : present()) {
            disk.delete(file);
        }
        files.forEach(disk::put);
    }

    /** What the log tells with this damage. */
    private Facts opened(String what) throws IOException {
        home.time.forget();
        LogManager manager = home.open();
        Facts found = Facts.of(home.orders(manager));
        assertThat(home.failures).as(what).isEmpty();
        manager.letGo();
        putBack();
        return found;
    }

    /** Every damage of a file, by what it is. */
    private Map<String, byte[]> damaged(String name) {
        byte[] whole = Objects.requireNonNull(files.get(ORDERS.resolve(name)), name);
        Map<String, byte[]> all = new TreeMap<>();
        for (int at = 0; at < whole.length; at++) {
            all.put(name + CUT + at, Arrays.copyOf(whole, at));
            for (int mask : List.of(0x01, 0x80)) {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) mask;
                all.put(name + " with " + mask + " flipped at " + at, flipped);
            }
        }
        return all;
    }

    private void assertRight(String name) throws IOException {
        for (Map.Entry<String, byte[]> damage : damaged(name).entrySet()) {
            disk.put(ORDERS.resolve(name), damage.getValue());

            assertThat(opened(damage.getKey())).as(damage.getKey()).isEqualTo(facts);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TRANSACTIONS, EPOCHS, "00000000000000000010.snapshot"})
    void nothingOfItMattersAfterACrash(String name) throws IOException {
        assertRight(name);
    }

    @Test
    void aSnapshotTellsItselfAfterAnOrderlyStop() throws IOException {
        write(Stop.ORDERLY);

        assertRight("00000000000000000011.snapshot");
    }

    @ParameterizedTest
    @ValueSource(strings = {TRANSACTIONS, EPOCHS})
    void afterAnOrderlyStopWhatCannotBeIsBuiltAnewAndWhatCanBeCostsNoRecord(String name) throws IOException {
        write(Stop.ORDERLY);
        for (Map.Entry<String, byte[]> damage : damaged(name).entrySet()) {
            disk.put(ORDERS.resolve(name), damage.getValue());

            Facts found = opened(damage.getKey());

            assertThat(found.records()).as(damage.getKey()).isEqualTo(facts.records());
            assertThat(found.producers()).as(damage.getKey()).isEqualTo(facts.producers());
            boolean isCut = damage.getKey().contains(CUT);
            boolean canBeWhole = name.equals(TRANSACTIONS) && damage.getValue().length % TRANSACTION_ENTRY_BYTES == 0;
            if (isCut && !canBeWhole) {
                assertThat(found).as(damage.getKey()).isEqualTo(facts);
            }
            if (!isCut) {
                assertThat(found.aborted()).as(damage.getKey()).hasSameSizeAs(facts.aborted());
            }
        }
    }

    /**
     * What a log tells.
     *
     * @param aborted its aborted transactions
     * @param producers with their sequences
     * @param epochs of each of its records
     */
    private record Facts(
            List<Rec> records, List<AbortedTransaction> aborted, List<ActiveProducer> producers, List<Integer> epochs) {

        static Facts of(Log log) throws IOException {
            List<Rec> records = readAll(log, 0, 1 << 20);
            return new Facts(
                    records,
                    log.abortedTransactions(0, log.offsets().logEndOffset()),
                    log.activeProducers(),
                    records.stream().map(rec -> log.epochAt(rec.offset())).toList());
        }
    }
}
