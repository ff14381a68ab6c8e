package io.milena.record;

import static io.milena.record.RecordBatchFormat.NO_TIMESTAMP;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchVerdict.Faulty;
import io.milena.record.BatchVerdict.Sound;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.Function;

/**
 * Message sets of formats 0 and 1: reads them on the way in from old producers, writes them on the way out to old
 * consumers.
 *
 * <p>Borrows compressor and decompressor; confined to one thread, as they are. What it returns, the caller owns.
 */
public final class LegacyMessages {

    private final ByteBufAllocator allocator;
    private final Compressor compressor;
    private final Decompressor decompressor;

    public LegacyMessages(ByteBufAllocator allocator, Compressor compressor, Decompressor decompressor) {
        this.allocator = allocator;
        this.compressor = compressor;
        this.decompressor = decompressor;
    }

    /** The CRC that the message's header should have. */
    static int crcOf(RecordBatch message) {
        return LegacyWriter.crc(message.buffer(), message.index(), message.sizeBytes());
    }

    /**
     * Turns what an old producer sent into one batch of format 2 with offsets from 0 and no gaps, whatever the offsets
     * were. Everything is checked on the way, as {@link BatchCheck#fromClient} does for batches.
     *
     * @param set the readable bytes; what could be the beginning of another message at the end is ignored. At least one
     *     message must be whole
     * @param compression from the producer's codec to what the topic wants
     */
    public Converted toBatch(ByteBuf set, Function<Codec, Compression> compression) throws MalformedRecords {
        BatchCursor cursor = BatchCursor.over(set);
        if (!cursor.next()) {
            throw MalformedRecords.invalid(set.readableBytes() + " bytes hold no whole message");
        }
        RecordBatch first = cursor.batch();
        check(first);
        boolean compressed = first.isCompressed();
        Compression target = compression.apply(compressed ? knownCodec(first) : Codec.NONE);
        int expectedBytes = set.readableBytes() * 2;
        decompressor.takeMemory(expectedBytes);
        try (var builder = new RecordBatchBuilder(allocator, target, BatchTerms.PLAIN, expectedBytes)) {
            var facts = new Facts();
            do {
                RecordBatch message = cursor.batch();
                check(message);
                if (message.isCompressed() != compressed || compressed && facts.count > 0) {
                    throw MalformedRecords.invalid("a compressed message must be the only one of its request");
                }
                append(message, builder, facts);
            } while (cursor.next());
            if (cursor.remainingBytes() > 0 && !cursor.isCutShort()) {
                throw corrupt(cursor.remainingBytes() + " bytes of something else follow the messages");
            }
            return new Converted(builder.seal(compressor), facts.sound());
        }
    }

    /**
     * Turns batches of any format into a message set for an old consumer, as the reference does: control batches and
     * headers are left out, records below {@code firstOffset} too unless they are compressed together with later ones,
     * and what is in an old enough format stays as it is. Before a batch that the old format cannot carry the set ends;
     * only if it is the first is it an error.
     *
     * @param toMagic 0 or 1
     */
    public ByteBuf fromBatches(ByteBuf batches, byte toMagic, long firstOffset) throws MalformedRecords {
        ByteBuf out = allocator.directBuffer(Math.max(batches.readableBytes(), 1));
        var conversion = new DownConversion(allocator, compressor, out, toMagic);
        boolean done = false;
        try {
            BatchCursor cursor = BatchCursor.over(batches);
            boolean complete = true;
            while (complete && cursor.next()) {
                complete = isConverted(cursor.batch(), firstOffset, conversion, out);
            }
            done = true;
            return out;
        } finally {
            if (!done) {
                out.release();
            }
        }
    }

    /** False if the batch cannot be converted and others could: the client gets those first, and then the reason. */
    private boolean isConverted(RecordBatch batch, long firstOffset, DownConversion conversion, ByteBuf out)
            throws MalformedRecords {
        int before = out.writerIndex();
        try {
            if (batch.magic() <= conversion.toMagic()) {
                out.writeBytes(batch.buffer(), batch.index(), batch.sizeBytes());
            } else if (!batch.isControl()) {
                conversion.add(batch, firstOffset, decompressor);
            }
            return true;
        } catch (MalformedRecords e) {
            if (before == 0) {
                throw e;
            }
            out.writerIndex(before);
            return false;
        }
    }

    private void append(RecordBatch message, RecordBatchBuilder builder, Facts facts) throws MalformedRecords {
        try (LegacyIterator records = LegacyIterator.of(message, decompressor)) {
            // The batch being built, and its compressed form.
            decompressor.takeMemory(2L * records.ownedBytes());
            while (records.next()) {
                if (message.isCompressed()
                        && crcOf(records.message()) != records.message().crc()) {
                    throw corrupt("the CRC of a message inside a compressed one is wrong");
                }
                RecordView record = records.record();
                facts.note(record);
                builder.copyAt(facts.count - 1L, record);
            }
        }
    }

    private static void check(RecordBatch message) throws MalformedRecords {
        if (!message.isLegacy()) {
            throw MalformedRecords.invalid("a batch of magic " + message.magic() + " among messages of old formats");
        }
        Faulty fault = BatchCheck.wholeness(message, message.sizeBytes());
        if (fault != null) {
            throw new MalformedRecords(fault.code(), fault.why());
        }
    }

    private static Codec knownCodec(RecordBatch message) throws MalformedRecords {
        if (!Codec.isKnown(message.codecId())) {
            throw MalformedRecords.invalid("unknown codec " + message.codecId());
        }
        return message.codec();
    }

    private static MalformedRecords corrupt(String why) {
        return new MalformedRecords(ErrorCode.CORRUPT_MESSAGE, why);
    }

    /** A batch of format 2 that holds what a message set held, and what is true of its records. */
    public record Converted(ByteBuf batch, Sound facts) {}

    /** What is true of the records converted so far. */
    private static final class Facts {

        private int count;
        private long minTimestamp = Long.MAX_VALUE;
        private long maxTimestamp = NO_TIMESTAMP;
        private long maxTimestampOffset;
        private int firstKeyless = -1;
        private int keyless;

        void note(RecordView record) {
            long timestamp = record.timestamp();
            if (timestamp > maxTimestamp) {
                maxTimestamp = timestamp;
                maxTimestampOffset = count;
            }
            if (timestamp != NO_TIMESTAMP) {
                minTimestamp = Math.min(minTimestamp, timestamp);
            }
            if (!record.hasKey()) {
                firstKeyless = keyless == 0 ? count : firstKeyless;
                keyless++;
            }
            count++;
        }

        Sound sound() {
            long min = minTimestamp == Long.MAX_VALUE ? NO_TIMESTAMP : minTimestamp;
            return new Sound(min, maxTimestamp, maxTimestampOffset, firstKeyless, keyless);
        }
    }
}
