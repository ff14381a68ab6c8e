package io.milena.server.coordinator.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.state.RecordCodec.MalformedRecord;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of {@code __transaction_state}: bytes captured from Apache Kafka 3.9.2, and what is no record. */
class TransactionRecordsTest {

    private static final String KEY = "0000" + "0004" + "74782d32";
    private static final String EMPTY = "0000" + "00000000000003e9" + "0000" + "0000ea60" + "00" + "ffffffff"
            + "000001a226fafa0c" + "ffffffffffffffff";
    private static final String ONGOING = "0000" + "00000000000003e9" + "0000" + "0000ea60" + "01" + "00000001" + "0005"
            + "65782d7478" + "00000001" + "00000000" + "000001a226fafa3c" + "000001a226fafa3c";
    private static final TransactionalProducer PRODUCER = new TransactionalProducer(1_001, (short) 0);

    private final TransactionRecords codec = new TransactionRecords();

    @Test
    void anEmptyIdIsWrittenAsTheReferenceDoes() {
        var record = new TransactionRecord("tx-2", Transaction.firstOf(PRODUCER, 60_000, 0x1a226fafa0cL));

        assertThat(hex(codec.encode(record).key())).isEqualTo(KEY);
        assertThat(hex(codec.encode(record).value())).isEqualTo(EMPTY);
    }

    @Test
    void anOpenTransactionIsWrittenAsTheReferenceDoes() {
        var state = Transaction.firstOf(PRODUCER, 60_000, 0)
                .with(partitions(new TopicPartition("ex-tx", 0)), 0x1a226fafa3cL);

        assertThat(hex(codec.encode(new TransactionRecord("tx-2", state)).value()))
                .isEqualTo(ONGOING);
    }

    @Test
    void aCompleteTransactionHasAnEmptyListOfPartitions() {
        var state = new Transaction(
                PRODUCER, 60_000, TransactionState.COMPLETE_COMMIT, partitions(), 0x1a226fafa0cL, 0x1a226fafa0cL);

        String written = hex(codec.encode(new TransactionRecord("tx-2", state)).value());

        assertThat(written).startsWith("0000" + "00000000000003e9" + "0000" + "0000ea60" + "04" + "00000000");
    }

    @Test
    void aForgottenIdIsATombstone() throws MalformedRecord {
        var tombstone = new TransactionRecord("tx-2", null);

        assertThat(codec.encode(tombstone).value()).isNull();
        assertThat(codec.decode(bytes(KEY), null)).isEqualTo(tombstone);
    }

    @ParameterizedTest
    @EnumSource(
            value = TransactionState.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"DEAD", "PREPARE_EPOCH_FENCE", "EMPTY"})
    void whatIsWrittenIsReadAgain(TransactionState state) throws MalformedRecord {
        var all = partitions(new TopicPartition("b", 2), new TopicPartition("a", 1), new TopicPartition("b", 0));
        var record = new TransactionRecord("tx-2", new Transaction(PRODUCER, 1, state, all, 2, 3));

        var written = codec.encode(record);

        assertThat(codec.decode(Unpooled.wrappedBuffer(written.key()), Unpooled.wrappedBuffer(written.value())))
                .isEqualTo(record);
    }

    /** In flexible encoding: nobody writes it before 4.0, and 4.0 adds fields of its own, which are left unread. */
    @ParameterizedTest
    @ValueSource(strings = {"00", "02" + "000800000000000003e8" + "010800000000000003ea"})
    void theNextVersionOfAValueIsRead(String tags) throws MalformedRecord {
        String value = "0001" + "00000000000003e9" + "0000" + "0000ea60" + "01" + "02" + "06" + "65782d7478" + "02"
                + "00000000" + "00" + "000001a226fafa3c" + "000001a226fafa3c" + tags;
        var state = Transaction.firstOf(PRODUCER, 60_000, 0)
                .with(partitions(new TopicPartition("ex-tx", 0)), 0x1a226fafa3cL);

        assertThat(codec.decode(bytes(KEY), bytes(value))).isEqualTo(new TransactionRecord("tx-2", state));
    }

    @Test
    void aRecordOfAnotherKindIsPassedOver() throws MalformedRecord {
        assertThat(codec.decode(bytes("0001" + "0004" + "74782d32"), bytes(EMPTY)))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "0000",
                "0002" + "00",
                "0000" + "00000000000003e9" + "0000" + "0000ea60" + "09" + "ffffffff" + "000001a226fafa0c"
                        + "ffffffffffffffff",
                "0000" + "00000000000003e9" + "0000" + "0000ea60" + "01" + "7fffffff"
            })
    void aDamagedValueIsReported(String value) {
        assertThatThrownBy(() -> codec.decode(bytes(KEY), bytes(value))).isInstanceOf(MalformedRecord.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "0000", "0000ffff", "0000000974782d32"})
    void aDamagedKeyIsReported(String key) {
        assertThatThrownBy(() -> codec.decode(bytes(key), bytes(EMPTY))).isInstanceOf(MalformedRecord.class);
    }

    @Test
    void aStateThatIsNeverWrittenIsReported() {
        String dead = EMPTY.substring(0, 32) + "06" + EMPTY.substring(34);

        assertThatThrownBy(() -> codec.decode(bytes(KEY), bytes(dead))).isInstanceOf(MalformedRecord.class);
    }

    private static SortedSet<TopicPartition> partitions(TopicPartition... all) {
        return new TreeSet<>(List.of(all));
    }

    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
    }

    private static String hex(byte[] bytes) {
        return ByteBufUtil.hexDump(bytes);
    }
}
