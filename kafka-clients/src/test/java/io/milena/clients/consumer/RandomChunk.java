package io.milena.clients.consumer;

import io.milena.common.TopicPartition;
import io.milena.protocol.messages.FetchResponse;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.Crc32c;
import io.milena.record.LegacyMessages;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.RecordHeader;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A chunk with batches of every kind, drawn at random, and what an application must be told of it. Half of the batches
 * have records of one size, so that what one leaves in an array would be records of a shorter one, too.
 */
final class RandomChunk implements AutoCloseable {

    private static final ByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;
    private static final int LENGTH_AT = 8;
    private static final int CRC_AT = 17;
    private static final int CRC_COVERS_FROM = 21;
    private static final int LAST_OFFSET_DELTA_AT = 23;
    private static final int COUNT_AT = 57;
    private static final int RECORDS_AT = 61;
    private static final int TOO_LARGE_TO_KEEP = 5 << 20;
    private static final int HUGE_ONE_IN = 1_000;

    /**
     * One thing that the application is told.
     *
     * @param text of the record; null for a fault
     * @param next where it goes on after this
     */
    record Step(long offset, @Nullable String text, long next) {}

    private enum Kind {
        PLAIN,
        EMPTY,
        OLD,
        TRANSACTIONAL,
        MARKER,
        WRONG_SUM,
        TOO_MANY_ANNOUNCED,
        TOO_FEW_ANNOUNCED
    }

    private final Random random;
    private final boolean committedOnly;
    private final ByteBuf bytes = ALLOCATOR.directBuffer();
    private final List<Step> steps = new ArrayList<>();
    private final List<FetchResponse.AbortedTransaction> aborted = new ArrayList<>();

    /** Whether the open transaction of a producer will be aborted. */
    private final Map<Long, Boolean> fates = new TreeMap<>();

    private final long start;
    private long end;

    RandomChunk(Random random) throws MalformedRecords {
        this.random = random;
        committedOnly = random.nextBoolean();
        end = random.nextInt(1_000);
        int batches = 1 + random.nextInt(12);
        long first = end;
        for (int i = 0; i < batches; i++) {
            append(Kind.values()[random.nextInt(Kind.values().length)]);
        }
        start = first + random.nextInt((int) (end - first));
        if (random.nextInt(3) == 0) {
            ByteBuf cutOff = batch(BatchTerms.PLAIN, new ArrayList<>());
            put(cutOff.writerIndex(1 + random.nextInt(cutOff.readableBytes() - 1)));
        }
    }

    /** What a broker sent, in one piece or two. */
    FetchedChunk fetched(TopicPartition id) {
        ByteBuf whole = bytes.retainedSlice();
        ByteBuf second = bytes.retainedSlice();
        int cut = random.nextInt(whole.readableBytes());
        ByteBuf records = ALLOCATOR
                .compositeDirectBuffer()
                .addComponent(true, whole.writerIndex(cut))
                .addComponent(true, second.skipBytes(cut));
        return new FetchedChunk(new AssignedPartition(id), 0, start, records, committedOnly ? aborted : null);
    }

    /** The first offset that the application wants. */
    long start() {
        return start;
    }

    long end() {
        return end;
    }

    Deque<Step> steps() {
        var wanted = new ArrayDeque<Step>();
        for (Step step : steps) {
            if (step.next() > start) {
                wanted.add(step);
            }
        }
        return wanted;
    }

    static String text(@Nullable String key, byte @Nullable [] value, long timestamp, List<RecordHeader> headers) {
        var text = new StringBuilder(key + " " + Arrays.hashCode(value) + " " + timestamp);
        headers.forEach(header -> text.append(' ').append(header));
        return text.toString();
    }

    private void append(Kind kind) throws MalformedRecords {
        switch (kind) {
            case PLAIN -> plain(BatchTerms.PLAIN, true);
            case EMPTY -> empty();
            case OLD -> old();
            case TRANSACTIONAL -> transactional();
            case MARKER -> marker();
            case WRONG_SUM -> wrongSum();
            case TOO_MANY_ANNOUNCED -> announced(1 + random.nextInt(5));
            case TOO_FEW_ANNOUNCED -> announced(-1);
        }
    }

    private void plain(BatchTerms terms, boolean isRead) {
        List<Step> inside = new ArrayList<>();
        put(batch(terms, inside));
        end += inside.size();
        if (isRead) {
            steps.addAll(inside);
        }
    }

    /** Compaction left nothing but the place; or there are bytes, of which none is a record. */
    private void empty() {
        ByteBuf batch = batch(BatchTerms.PLAIN, new ArrayList<>());
        if (random.nextBoolean()) {
            batch.setInt(LENGTH_AT, RECORDS_AT - LENGTH_AT - Integer.BYTES).writerIndex(RECORDS_AT);
        }
        int offsets = 1 + random.nextInt(10);
        batch.setInt(COUNT_AT, 0).setInt(LAST_OFFSET_DELTA_AT, offsets - 1);
        put(summed(batch));
        end += offsets;
    }

    private void old() throws MalformedRecords {
        List<Step> inside = new ArrayList<>();
        byte magic = (byte) random.nextInt(2);
        Codec codec = Codec.values()[random.nextInt(Codec.ZSTD.ordinal())];
        ByteBuf batch = batch(BatchTerms.PLAIN, codec, inside, magic);
        try (var compressor = new Compressor(ALLOCATOR);
                var decompressor = new Decompressor(ALLOCATOR, Decompressor.DEFAULT_LIMIT_BYTES)) {
            put(new LegacyMessages(ALLOCATOR, compressor, decompressor).fromBatches(batch, magic, 0));
        } finally {
            batch.release();
        }
        end += inside.size();
        steps.addAll(inside);
    }

    private void transactional() {
        long producer = random.nextInt(3);
        if (!fates.containsKey(producer)) {
            boolean isAborted = random.nextBoolean();
            fates.put(producer, isAborted);
            if (isAborted) {
                aborted.add(new FetchResponse.AbortedTransaction()
                        .producerId(producer)
                        .firstOffset(end));
            }
        }
        BatchTerms terms = BatchTerms.PLAIN.withProducer(producer, (short) 0, 0).transactional();
        plain(terms, !committedOnly || !fates.get(producer));
    }

    private void marker() {
        long producer = random.nextInt(3);
        Boolean isAborted = fates.remove(producer);
        var type = isAborted != null && isAborted ? ControlMarker.Type.ABORT : ControlMarker.Type.COMMIT;
        put(new ControlMarker(type, 0)
                .toBatch(ALLOCATOR, producer, (short) 0, 5)
                .setLong(0, end));
        end++;
    }

    private void wrongSum() {
        List<Step> inside = new ArrayList<>();
        ByteBuf batch = batch(BatchTerms.PLAIN, inside);
        int at = RECORDS_AT + random.nextInt(batch.readableBytes() - RECORDS_AT);
        put(batch.setByte(at, ~batch.getByte(at)));
        fault(inside.size());
    }

    /** The header announces so many records more than there are. */
    private void announced(int more) {
        List<Step> inside = new ArrayList<>();
        ByteBuf batch = batch(BatchTerms.PLAIN, inside);
        int count = inside.size();
        int last = Math.max(count, count + more) - 1;
        put(summed(batch.setInt(COUNT_AT, count + more).setInt(LAST_OFFSET_DELTA_AT, last)));
        steps.addAll(inside.subList(0, Math.min(count, count + more)));
        fault(last + 1);
    }

    private void fault(int offsets) {
        end += offsets;
        steps.add(new Step(end - 1, null, end));
    }

    private ByteBuf batch(BatchTerms terms, List<Step> inside) {
        Codec codec = random.nextBoolean() ? Codec.NONE : Codec.values()[random.nextInt(Codec.values().length)];
        return batch(terms, codec, inside, (byte) 2);
    }

    /** Two records or more, noted in {@code inside} as they are read in a format that may have no headers. */
    private ByteBuf batch(BatchTerms terms, Codec codec, List<Step> inside, byte magic) {
        boolean isRegular = random.nextBoolean();
        int count = 2 + random.nextInt(20);
        try (var builder = new RecordBatchBuilder(ALLOCATOR, Compression.of(codec), terms.withBaseOffset(end), 1_000);
                var compressor = new Compressor(ALLOCATOR)) {
            for (int i = 0; i < count; i++) {
                long timestamp = isRegular ? 5 : random.nextInt(1_000_000);
                String key = isRegular || random.nextBoolean() ? "k" + random.nextInt(10) : null;
                byte[] value = value(isRegular);
                List<RecordHeader> headers = headers(isRegular || magic < 2);
                builder.append(timestamp, key == null ? null : key.getBytes(StandardCharsets.UTF_8), value, headers);
                long offset = end + i;
                String text = text(key, value, magic == 0 ? -1 : timestamp, headers);
                inside.add(new Step(offset, text, offset + 1));
            }
            return builder.seal(compressor);
        }
    }

    private byte @Nullable [] value(boolean isRegular) {
        if (!isRegular && random.nextInt(5) == 0) {
            return null;
        }
        boolean isHuge = !isRegular && random.nextInt(HUGE_ONE_IN) == 0;
        var value = new byte[isRegular ? 8 : random.nextInt(random.nextInt(4) == 0 ? 5_000 : 20)];
        random.nextBytes(value);
        return isHuge ? Arrays.copyOf(value, TOO_LARGE_TO_KEEP) : value;
    }

    private List<RecordHeader> headers(boolean hasNone) {
        List<RecordHeader> headers = new ArrayList<>();
        for (int i = hasNone ? 0 : random.nextInt(3); i > 0; i--) {
            headers.add(new RecordHeader("h" + random.nextInt(5), new byte[] {(byte) i}));
        }
        return headers;
    }

    private static ByteBuf summed(ByteBuf batch) {
        int covered = batch.readableBytes() - CRC_COVERS_FROM;
        return batch.setInt(CRC_AT, Crc32c.of(batch, CRC_COVERS_FROM, covered));
    }

    private void put(ByteBuf batch) {
        bytes.writeBytes(batch);
        batch.release();
    }

    @Override
    public void close() {
        if (bytes.refCnt() != 1) {
            throw new AssertionError("a reader kept the bytes");
        }
        bytes.release();
    }
}
