package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.ControlMarker.Type;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.storage.AppendResult.Appended;
import io.milena.storage.AppendResult.Refused;
import io.milena.storage.AppendTerms.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions in one log (KIP-98): what readers of committed records may see, and what they are told to skip. */
class TransactionsTest {

    private static final long T = LogHome.START_MS;

    @TempDir
    Path directory;

    private LogHome home;
    private LogManager manager;
    private Log log;

    @BeforeEach
    void setUp() {
        home = new LogHome(directory).with("segment.bytes", 400).with("index.interval.bytes", 0);
        manager = home.open();
        log = home.orders(manager);
    }

    @AfterEach
    void tearDown() {
        manager.close();
    }

    @Test
    void anEndedTransactionStaysUnstableUntilItsMarkerIsCommitted() {
        send(1, 0, 0);
        plain();
        assertThat(stable(2)).isZero();

        end(1, 0, Type.COMMIT, 0);

        log.highWatermark(2);
        assertThat(stable(2)).isZero();
        log.highWatermark(3);
        assertThat(stable(3)).isEqualTo(3);
    }

    @Test
    void readersAreToldOfAbortedTransactionsThatTouchWhatTheyRead() throws IOException {
        send(1, 0, 0);
        send(2, 0, 0);
        end(1, 0, Type.ABORT, 0);
        for (int i = 0; i < 20; i++) {
            plain();
        }
        end(2, 0, Type.ABORT, 0);
        commitAll();

        assertThat(log.segmentCount()).isGreaterThan(3);
        assertThat(log.abortedTransactions(0, 1))
                .extracting(AbortedTransaction::producerId)
                .containsExactly(1L);
        assertThat(log.abortedTransactions(0, 24))
                .containsExactly(new AbortedTransaction(1, 0, 2, 1), new AbortedTransaction(2, 1, 23, 24));
        assertThat(log.abortedTransactions(3, 10))
                .extracting(AbortedTransaction::producerId)
                .containsExactly(2L);
        LogSlice slice =
                (LogSlice) log.read(0, new ReadLimits(1, ReadBound.committedBelow(24), FirstBatch.WHOLE, Source.DISK));
        assertThat(slice.abortedTransactions())
                .extracting(AbortedTransaction::producerId)
                .contains(1L);
        slice.release();
        assertThat(files(".txnindex")).isEqualTo(2);
    }

    /** What DescribeProducers tells (KIP-664). */
    @Test
    void activeProducersAreToldWithTheirOpenTransactions() {
        plain();
        send(1, 3, 0);
        send(1, 3, 1);
        send(2, 0, 0);
        end(2, 0, Type.COMMIT, 7);
        append(log, Batches.from(9, 4, 0, "idempotent", "batch"));

        assertThat(log.activeProducers())
                .containsExactly(
                        new ActiveProducer(1, (short) 3, 1, T, -1, 1),
                        new ActiveProducer(2, (short) 0, 0, T, 7, -1),
                        new ActiveProducer(9, (short) 4, 1, T, -1, -1));
    }

    @Test
    void aMarkerOfAnOlderCoordinatorOrProducerIsRefused() {
        send(1, 3, 0);
        end(1, 3, Type.COMMIT, 7);

        assertThat(refusal(end(1, 3, Type.COMMIT, 6))).isEqualTo(ErrorCode.TRANSACTION_COORDINATOR_FENCED);
        assertThat(refusal(end(1, 2, Type.COMMIT, 8))).isEqualTo(ErrorCode.INVALID_PRODUCER_EPOCH);
    }

    @Test
    void aMarkerMayRaiseTheEpochOfItsProducer() {
        send(1, 3, 0);

        assertThat(end(1, 4, Type.ABORT, 0)).isInstanceOf(Appended.class);

        assertThat(refusal(send(1, 3, 1))).isEqualTo(ErrorCode.INVALID_PRODUCER_EPOCH);
        assertThat(refusal(send(1, 4, 1))).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(send(1, 4, 0)).isInstanceOf(Appended.class);
    }

    @Test
    void aMarkerWithoutRecordsEndsNothing() {
        end(1, 0, Type.ABORT, 0);
        commitAll();

        assertThat(log.abortedTransactions(0, 100)).isEmpty();
        assertThat(stable(1)).isEqualTo(1);
    }

    @Test
    void aProducerWithAnOpenTransactionSendsNothingBesideIt() {
        send(1, 0, 0);

        assertThat(refusal(append(log, Batches.from(1, 0, 1, "beside")))).isEqualTo(ErrorCode.INVALID_TXN_STATE);
    }

    @Test
    void allIsKnownAgainAfterAnOrderlyStopAndAfterACrash() throws IOException {
        history();
        List<AbortedTransaction> aborted = log.abortedTransactions(0, 1_000);

        manager.close();
        reopen();
        assertHistory(aborted);

        manager.letGo();
        deleteAll(".txnindex");
        Files.deleteIfExists(directory.resolve("recovery-point-offset-checkpoint"));
        reopen();
        assertHistory(aborted);
    }

    private void history() {
        for (int i = 0; i < 10; i++) {
            send(1, 0, i);
            plain();
            end(1, 0, i % 3 == 0 ? Type.ABORT : Type.COMMIT, 5);
        }
        send(2, 0, 0);
        plain();
        commitAll();
    }

    private void assertHistory(List<AbortedTransaction> aborted) {
        commitAll();
        assertThat(log.abortedTransactions(0, 1_000)).isEqualTo(aborted).hasSize(4);
        assertThat(log.offsets().firstUnstableOffset()).isEqualTo(30);
        assertThat(refusal(end(1, 0, Type.COMMIT, 4))).isEqualTo(ErrorCode.TRANSACTION_COORDINATOR_FENCED);
        assertThat(refusal(send(1, 0, 11))).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void aTruncationOpensATransactionAgainAndForgetsThatItWasAborted() {
        send(1, 0, 0);
        for (int i = 0; i < 6; i++) {
            plain();
        }
        end(1, 0, Type.ABORT, 0);

        log.truncateTo(7);
        log.highWatermark(7);

        assertThat(log.abortedTransactions(0, 100)).isEmpty();
        assertThat(stable(7)).isZero();
    }

    @Test
    void producersAreForgottenUnlessATransactionIsOpen() {
        append(log, Batches.from(8, 0, 0, "a"));
        send(9, 0, 0);

        log.expireProducers(T + 999, 1_000);
        assertThat(log.producerCount()).isEqualTo(2);
        log.expireProducers(T + 1_000, 1_000);

        assertThat(log.producerCount()).isEqualTo(1);
        assertThat(append(log, Batches.from(8, 0, 55, "b"))).isInstanceOf(Appended.class);
        assertThat(refusal(send(9, 0, 2))).isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void aSnapshotTornAtAnyByteIsIgnored() throws IOException {
        history();
        List<AbortedTransaction> aborted = log.abortedTransactions(0, 1_000);
        manager.close();
        Path snapshot = directory.resolve("orders-0/00000000000000000032.snapshot");
        byte[] whole = Files.readAllBytes(snapshot);

        for (int length = 0; length < whole.length; length += 3) {
            Files.write(snapshot, java.util.Arrays.copyOf(whole, length));
            reopen();
            assertHistory(aborted);
            manager.close();
            assertThat(Files.readAllBytes(snapshot)).as("cut at %d", length).isEqualTo(whole);
        }
        reopen();
    }

    private void reopen() {
        home.time.advance(0);
        manager = home.open();
        log = home.orders(manager);
    }

    private AppendResult send(long producerId, int epoch, int sequence) {
        BatchTerms terms = BatchTerms.PLAIN
                .withProducer(producerId, (short) epoch, sequence)
                .transactional();
        return append(log, batch(terms, Codec.NONE, T, "in a transaction"), origin(Origin.TRANSACTIONAL_CLIENT));
    }

    private AppendResult end(long producerId, int epoch, Type type, int coordinatorEpoch) {
        var marker = new ControlMarker(type, coordinatorEpoch);
        return append(log, marker.toBatch(Batches.ALLOCATOR, producerId, (short) epoch, T), origin(Origin.COORDINATOR));
    }

    private void plain() {
        append(log, batch(T, "plain"));
    }

    private static AppendTerms origin(Origin origin) {
        return new AppendTerms(0, T, origin, RecordValidation.FULL);
    }

    private long stable(long highWatermark) {
        return log.offsets().lastStableOffset(highWatermark);
    }

    private void commitAll() {
        log.highWatermark(log.offsets().logEndOffset());
    }

    private static ErrorCode refusal(AppendResult result) {
        assertThat(result).isInstanceOf(Refused.class);
        return ((Refused) result).code();
    }

    private long files(String suffix) throws IOException {
        log.flush();
        manager.close();
        try (var names = Files.list(home.ordersDirectory())) {
            return names.filter(name -> name.toString().endsWith(suffix)).count();
        } finally {
            reopen();
        }
    }

    private void deleteAll(String suffix) throws IOException {
        try (var names = Files.list(home.ordersDirectory())) {
            for (Path name :
                    names.filter(each -> each.toString().endsWith(suffix)).toList()) {
                Files.delete(name);
            }
        }
    }
}
