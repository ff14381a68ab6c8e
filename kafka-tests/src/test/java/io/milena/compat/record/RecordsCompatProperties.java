package io.milena.compat.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.compat.record.ReferenceRecords.Shape;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.MalformedRecords;
import io.milena.record.compression.Codec;
import io.milena.record.compression.Compression;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random records written, read and converted by ours and by the reference; the seed replays a failure. */
class RecordsCompatProperties {

    private static final long APPENDED_AT = 1_710_000_000_000L;

    private final Ours ours = new Ours();

    static LongStream seeds() {
        return LongStream.range(0, 25);
    }

    @AfterEach
    void close() {
        ours.close();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void batchesAreTheSameBytes(long seed) throws MalformedRecords {
        var random = new SplittableRandom(seed);
        Shape shape = batchShape(random);
        List<Sample> samples = Sample.random(random, shape.terms().baseOffset(), true);

        byte[] theirs = ReferenceRecords.write(shape, samples);
        byte[] mine = ours.write(shape, samples);

        if (isFixed(shape.compression())) {
            assertThat(mine).as("%s", shape).isEqualTo(theirs);
        }
        List<String> lines = ReferenceRecords.read(theirs);
        assertThat(ReferenceRecords.read(mine)).isEqualTo(lines);
        assertThat(ours.read(theirs)).isEqualTo(lines);
        assertThat(ours.read(mine)).isEqualTo(lines);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void messageSetsAreReadAlike(long seed) throws MalformedRecords {
        var random = new SplittableRandom(seed);
        Shape shape = legacyShape(random);
        byte[] set = ReferenceRecords.write(
                shape, Sample.random(random, shape.terms().baseOffset(), false));

        List<String> lines = ours.read(set);

        assertThat(lines).isEqualTo(ReferenceRecords.read(set));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void messageSetsAreConvertedUp(long seed) throws MalformedRecords {
        var random = new SplittableRandom(seed);
        Codec codec = Codec.of(random.nextInt(4));
        byte magic = (byte) random.nextInt(2);
        List<Sample> samples = Sample.random(random, 0, false);

        byte[] batch = ours.upConvert(ReferenceRecords.write(Shape.of(magic, codec), samples));

        List<Sample> expected = samples.stream()
                .map(sample -> sample.without(sample.offset(), magic == 0 ? -1 : sample.timestamp()))
                .toList();
        byte[] theirs = ReferenceRecords.write(Shape.of(2, codec), expected);
        assertThat(ReferenceRecords.read(batch)).isEqualTo(ReferenceRecords.read(theirs));
        if (isFixed(Compression.of(codec))) {
            assertThat(batch).isEqualTo(theirs);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void batchesAreConvertedDownToTheSameBytes(long seed) throws MalformedRecords {
        var random = new SplittableRandom(seed);
        var log = new ByteArrayOutputStream();
        long offset = random.nextInt(100);
        Compression compression = Compression.of(Codec.of(random.nextInt(4)));
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            Compression next = random.nextBoolean() ? compression : Compression.NONE;
            offset = appendBatch(random, log, offset, next) + random.nextInt(3);
        }
        byte toMagic = (byte) random.nextInt(2);
        long firstOffset = random.nextLong(offset + 1);

        byte[] mine = ours.downConvert(log.toByteArray(), toMagic, firstOffset);

        byte[] theirs = ReferenceRecords.downConvert(log.toByteArray(), toMagic, firstOffset);
        assertThat(ours.read(mine)).isEqualTo(ReferenceRecords.read(theirs));
        if (isFixed(compression)) {
            assertThat(mine).isEqualTo(theirs);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void transactionMarkersAreTheSameBytes(long seed) {
        var random = new SplittableRandom(seed);
        boolean commit = random.nextBoolean();
        int coordinatorEpoch = random.nextInt(1_000);
        BatchTerms terms = BatchTerms.PLAIN.withProducer(random.nextInt(1_000), (short) random.nextInt(9), -1);

        var type = commit ? ControlMarker.Type.COMMIT : ControlMarker.Type.ABORT;
        byte[] mine = Ours.taken(new ControlMarker(type, coordinatorEpoch)
                .toBatch(PooledByteBufAllocator.DEFAULT, terms.producerId(), terms.producerEpoch(), APPENDED_AT));

        assertThat(mine).isEqualTo(ReferenceRecords.marker(commit, coordinatorEpoch, terms, APPENDED_AT));
    }

    /** Whether every version of the library finds the same bytes: not zstd, nor lz4 when it is in a hurry. */
    private static boolean isFixed(Compression compression) {
        return compression.codec() != Codec.ZSTD && !compression.equals(Compression.of(Codec.LZ4));
    }

    private static Shape batchShape(SplittableRandom random) {
        BatchTerms terms =
                BatchTerms.PLAIN.withBaseOffset(random.nextInt(1_000)).withLeaderEpoch(random.nextInt(-1, 9));
        if (random.nextBoolean()) {
            terms = terms.withProducer(random.nextInt(99), (short) random.nextInt(9), random.nextInt(1_000));
            terms = random.nextBoolean() ? terms.transactional() : terms;
        }
        return new Shape((byte) 2, compression(random), terms, random.nextInt(3) == 0 ? APPENDED_AT : -1);
    }

    private static Compression compression(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> Compression.NONE;
            case 1 -> Compression.of(Codec.GZIP);
            case 2 -> new Compression(Codec.GZIP, 1 + random.nextInt(9));
            case 3 -> Compression.of(Codec.SNAPPY);
            case 4 -> Compression.of(Codec.LZ4);
            case 5 -> new Compression(Codec.LZ4, 1 + random.nextInt(17));
            case 6 -> Compression.of(Codec.ZSTD);
            default -> new Compression(Codec.ZSTD, random.nextInt(-5, 20));
        };
    }

    private static Shape legacyShape(SplittableRandom random) {
        byte magic = (byte) random.nextInt(2);
        long appendedAt = magic == 1 && random.nextBoolean() ? APPENDED_AT : -1;
        BatchTerms terms = BatchTerms.PLAIN.withBaseOffset(random.nextInt(1_000));
        return new Shape(magic, Compression.of(Codec.of(random.nextInt(4))), terms, appendedAt);
    }

    private static long appendBatch(
            SplittableRandom random, ByteArrayOutputStream log, long offset, Compression compression) {
        long appendedAt = random.nextInt(3) == 0 ? APPENDED_AT : -1;
        BatchTerms terms = BatchTerms.PLAIN.withBaseOffset(offset);
        if (random.nextInt(4) == 0) {
            byte[] marker = ReferenceRecords.marker(true, 3, terms.withProducer(5, (short) 0, -1), APPENDED_AT);
            log.writeBytes(marker);
            return offset + 1;
        }
        byte magic = (byte) (random.nextInt(4) == 0 ? 1 : 2);
        var shape = new Shape(magic, compression, terms, appendedAt);
        List<Sample> samples = new ArrayList<>(Sample.random(random, offset, magic == 2));
        log.writeBytes(ReferenceRecords.write(shape, samples));
        return offset + samples.size();
    }
}
