package io.milena.compat.record;

import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchFormat;
import io.milena.record.RecordHeader;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The reference's records: what it writes, what it reads, what it converts. */
final class ReferenceRecords {

    private static final String MEMORY = "record.MemoryRecords";
    private static final String BUILDER = "record.MemoryRecordsBuilder";
    private static final String COMPRESSION = "compress.Compression";
    private static final String TIMESTAMP_TYPE = "record.TimestampType";
    private static final String HEADER = "header.internals.RecordHeader";
    private static final int ROOM_BYTES = 1024;
    private static final long NOT_APPENDED = -1;

    private ReferenceRecords() {}

    /** What a batch or message set is to look like. */
    record Shape(byte magic, Compression compression, BatchTerms terms, long appendedAtMs) {

        static Shape of(int magic, Codec codec) {
            return new Shape((byte) magic, Compression.of(codec), BatchTerms.PLAIN, NOT_APPENDED);
        }

        boolean hasFlag(int flag) {
            return (terms.flags() & flag) != 0;
        }
    }

    static byte[] write(Shape shape, List<Sample> samples) {
        Class<?> header = Mirror.type("header.Header");
        Object builder = builder(shape);
        for (Sample sample : samples) {
            Mirror.call(
                    BUILDER,
                    builder,
                    "appendWithOffset",
                    List.of(long.class, long.class, byte[].class, byte[].class, header.arrayType()),
                    sample.offset(),
                    sample.timestamp(),
                    sample.key(),
                    sample.value(),
                    headers(sample.headers()));
        }
        return bytes(some(Mirror.call(BUILDER, builder, "build")));
    }

    /** Every record as text, after the reference has found each batch valid. */
    static List<String> read(byte[] bytes) {
        var lines = new ArrayList<String>();
        Object records = records(bytes);
        for (Object batch : (Iterable<?>) some(Mirror.call(MEMORY, records, "batches"))) {
            Mirror.call("record.RecordBatch", batch, "ensureValid");
            for (Object record : (Iterable<?>) batch) {
                lines.add(sample(record).toString());
            }
        }
        return lines;
    }

    /** What the reference reckons for a batch of this record, whatever its place. */
    static int mostBytes(Sample sample) {
        Class<?> header = Mirror.type("header.Header");
        Class<?> codec = Mirror.type("record.CompressionType");
        return (int) some(Mirror.callStatic(
                "record.AbstractRecords",
                "estimateSizeInBytesUpperBound",
                List.of(byte.class, codec, byte[].class, byte[].class, header.arrayType()),
                RecordBatchFormat.MAGIC_V2,
                Mirror.constant("record.CompressionType", "NONE"),
                sample.key(),
                sample.value(),
                headers(sample.headers())));
    }

    static byte[] downConvert(byte[] bytes, byte toMagic, long firstOffset) {
        Object converted = some(Mirror.call(
                MEMORY,
                records(bytes),
                "downConvert",
                List.of(byte.class, long.class, Mirror.type("utils.Time")),
                toMagic,
                firstOffset,
                Mirror.constant("utils.Time", "SYSTEM")));
        return bytes(some(Mirror.call("record.ConvertedRecords", converted, "records")));
    }

    static byte[] marker(boolean commit, int coordinatorEpoch, BatchTerms terms, long timestamp) {
        String name = "record.EndTransactionMarker";
        Class<?> type = Mirror.type("record.ControlRecordType");
        Object marker = Mirror.create(
                name,
                List.of(type, int.class),
                Mirror.constant("record.ControlRecordType", commit ? "COMMIT" : "ABORT"),
                coordinatorEpoch);
        return bytes(some(Mirror.callStatic(
                MEMORY,
                "withEndTransactionMarker",
                List.of(long.class, long.class, int.class, long.class, short.class, Mirror.type(name)),
                terms.baseOffset(),
                timestamp,
                terms.leaderEpoch(),
                terms.producerId(),
                terms.producerEpoch(),
                marker)));
    }

    private static Object builder(Shape shape) {
        BatchTerms terms = shape.terms();
        boolean appendTime = shape.appendedAtMs() != NOT_APPENDED;
        return some(Mirror.callStatic(
                MEMORY,
                "builder",
                List.of(
                        ByteBuffer.class,
                        byte.class,
                        Mirror.type(COMPRESSION),
                        Mirror.type(TIMESTAMP_TYPE),
                        long.class,
                        long.class,
                        long.class,
                        short.class,
                        int.class,
                        boolean.class,
                        boolean.class,
                        int.class),
                ByteBuffer.allocate(ROOM_BYTES),
                shape.magic(),
                compression(shape.compression()),
                Mirror.constant(TIMESTAMP_TYPE, appendTime ? "LOG_APPEND_TIME" : "CREATE_TIME"),
                terms.baseOffset(),
                shape.appendedAtMs(),
                terms.producerId(),
                terms.producerEpoch(),
                terms.baseSequence(),
                shape.hasFlag(RecordBatchFormat.TRANSACTIONAL_BIT),
                shape.hasFlag(RecordBatchFormat.CONTROL_BIT),
                terms.leaderEpoch()));
    }

    private static Object compression(Compression compression) {
        String label = compression.codec().label();
        Object builder = some(Mirror.callStatic(COMPRESSION, label, List.of()));
        boolean hasLevel = compression.codec() != Codec.NONE && compression.codec() != Codec.SNAPPY;
        String type = "compress." + Character.toUpperCase(label.charAt(0)) + label.substring(1) + "Compression$Builder";
        if (hasLevel) {
            Mirror.call(type, builder, "level", List.of(int.class), compression.level());
        }
        return some(Mirror.call("compress.Compression$Builder", builder, "build"));
    }

    private static Object headers(List<RecordHeader> headers) {
        Object array = Array.newInstance(Mirror.type("header.Header"), headers.size());
        for (int i = 0; i < headers.size(); i++) {
            RecordHeader header = headers.get(i);
            Array.set(
                    array, i, Mirror.create(HEADER, List.of(String.class, byte[].class), header.key(), header.value()));
        }
        return array;
    }

    private static Object records(byte[] bytes) {
        return some(Mirror.callStatic(MEMORY, "readableRecords", List.of(ByteBuffer.class), ByteBuffer.wrap(bytes)));
    }

    private static Sample sample(Object record) {
        String type = "record.Record";
        var headers = new ArrayList<RecordHeader>();
        for (Object header : (Object[]) some(Mirror.call(type, record, "headers"))) {
            headers.add(new RecordHeader((String) some(Mirror.call("header.Header", header, "key")), (byte[])
                    Mirror.call("header.Header", header, "value")));
        }
        return new Sample(
                (Long) some(Mirror.call(type, record, "offset")),
                (Long) some(Mirror.call(type, record, "timestamp")),
                array((ByteBuffer) Mirror.call(type, record, "key")),
                array((ByteBuffer) Mirror.call(type, record, "value")),
                headers);
    }

    private static byte[] bytes(Object records) {
        return some(array((ByteBuffer) Mirror.call(MEMORY, records, "buffer")));
    }

    private static byte @Nullable [] array(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return null;
        }
        var bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static <T> T some(@Nullable T value) {
        return Objects.requireNonNull(value);
    }
}
