package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.compat.storage.StorageEngine;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.BufferSink;
import io.milena.protocol.messages.GroupMetadataKey;
import io.milena.protocol.messages.GroupMetadataValue;
import io.milena.protocol.messages.OffsetCommitKey;
import io.milena.protocol.messages.OffsetCommitValue;
import io.milena.protocol.messages.TransactionLogKey;
import io.milena.protocol.messages.TransactionLogValue;
import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.storage.AppendResult;
import io.milena.storage.AppendTerms;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Log;
import io.milena.testkit.WireMember;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes into the logs of coordinators what a broker would, or one of another age, while there is none: each of them
 * has one partition. Confined to the test's thread.
 */
final class CoordinatorLogs implements AutoCloseable {

    static final String OFFSETS = "__consumer_offsets";
    static final String TRANSACTIONS = "__transaction_state";

    static final byte PREPARE_COMMIT = 2;
    static final byte PREPARE_ABORT = 3;

    private static final short GROUP_KEY = 2;
    private static final short NEWEST_OFFSET_KEY = 1;
    private static final short VALUE_WITH_AN_END = 1;
    private static final int TIMEOUT_MS = 60_000;
    private static final long DAY_MS = 86_400_000;

    private final StorageEngine engine;
    private final long nowMs = System.currentTimeMillis();

    private CoordinatorLogs(StorageEngine engine) {
        this.engine = engine;
    }

    static CoordinatorLogs open(Path directory) {
        return new CoordinatorLogs(StorageEngine.openLeft(directory.toString(), Map.of("cleanup.policy", "compact")));
    }

    /** The end of a transaction is decided, and no marker is written: what a kill leaves in between. */
    void prepare(TransactionInFlight transaction, byte state, int valueVersion) {
        var value = new TransactionLogValue()
                .producerId(transaction.producer().id())
                .producerEpoch(transaction.producer().epoch())
                .transactionTimeoutMs(TIMEOUT_MS)
                .transactionStatus(state)
                .transactionPartitions(List.of(partition(transaction.id()), partition(OFFSETS)))
                .transactionLastUpdateTimestampMs(nowMs)
                .transactionStartTimestampMs(nowMs);
        append(
                TRANSACTIONS,
                versioned(new TransactionLogKey().transactionalId(transaction.id()), 0),
                versioned(value, valueVersion));
    }

    private static TransactionLogValue.PartitionsSchema partition(String topic) {
        return new TransactionLogValue.PartitionsSchema().topic(topic).partitionIds(List.of(0));
    }

    /** A group with one member and one offset, as values of that version have it. */
    WireMember oldGroup(int version, String topic) {
        String group = "written-in-v" + version;
        String member = "member-of-v" + version;
        var stored = new GroupMetadataValue.MemberMetadata()
                .memberId(member)
                .clientId("old")
                .clientHost("/127.0.0.1")
                .rebalanceTimeout(TIMEOUT_MS)
                .sessionTimeout(TIMEOUT_MS)
                .subscription(WireMember.subscription(topic))
                .assignment(new byte[] {(byte) version});
        var value = new GroupMetadataValue()
                .protocolType("consumer")
                .generation(version + 1)
                .protocol("range")
                .leader(member)
                .currentStateTimestamp(nowMs)
                .members(List.of(stored));
        append(OFFSETS, versioned(new GroupMetadataKey().group(group), GROUP_KEY), versioned(value, version));
        var offset = new OffsetCommitValue()
                .offset(100 + version)
                .leaderEpoch(0)
                .metadata("of v" + version)
                .commitTimestamp(nowMs);
        append(
                OFFSETS,
                versioned(
                        new OffsetCommitKey().group(group).topic(topic).partition(0),
                        Math.min(version, NEWEST_OFFSET_KEY)),
                versioned(version == VALUE_WITH_AN_END ? offset.expireTimestamp(nowMs + DAY_MS) : offset, version));
        return WireMember.of(group).posingAs(member, version + 1);
    }

    /** A record whose key has that version, of which no group of this age is told; returns its offset. */
    long foreign(int keyVersion) {
        byte[] name = foreignName(keyVersion).getBytes(StandardCharsets.UTF_8);
        byte[] key = Unpooled.buffer(2 * Short.BYTES + name.length)
                .writeShort(keyVersion)
                .writeShort(name.length)
                .writeBytes(name)
                .array();
        return append(OFFSETS, key, new byte[] {0, 0, 1, 2, 3});
    }

    /** What only the key of such a record has in it. */
    static String foreignName(int keyVersion) {
        return "of-another-kind-" + keyVersion + ".";
    }

    /** Records that nobody can read: a key without a version, a group whose value ends too early. */
    void garbage() {
        append(OFFSETS, new byte[] {0}, new byte[] {1});
        append(OFFSETS, versioned(new GroupMetadataKey().group("damaged"), GROUP_KEY), new byte[] {0, 3, 0, 77});
    }

    private static byte[] versioned(ApiMessage message, int version) {
        ByteBuf out = Unpooled.buffer().writeShort(version);
        message.write(new BufferSink(out), (short) version);
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    private long append(String topic, byte[] key, byte @Nullable [] value) {
        Log log = engine.log(topic);
        var terms = new AppendTerms(Math.max(0, log.latestEpoch()), nowMs, Origin.COORDINATOR, RecordValidation.HEADER);
        ByteBuf batch = batch(key, value);
        AppendResult result = log.appendAsLeader(batch, terms);
        batch.release();
        assertThat(result).isInstanceOf(AppendResult.Appended.class);
        return ((AppendResult.Appended) result).firstOffset();
    }

    private ByteBuf batch(byte[] key, byte @Nullable [] value) {
        var allocator = UnpooledByteBufAllocator.DEFAULT;
        try (var builder = new RecordBatchBuilder(allocator, Compression.NONE, BatchTerms.PLAIN, 256);
                var compressor = new Compressor(allocator)) {
            builder.append(nowMs, key, value, List.of());
            ByteBuf sealed = builder.seal(compressor);
            ByteBuf onHeap = Unpooled.copiedBuffer(sealed);
            sealed.release();
            return onHeap;
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
