package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.ChunkReader.RecordDecoder;
import io.milena.clients.consumer.RandomChunk.Step;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.RecordDeserializationException;
import io.milena.common.serialization.Deserializer;
import io.milena.common.serialization.StringDeserializer;
import io.milena.record.MalformedRecords;
import io.milena.record.RecordHeader;
import io.milena.record.compression.Decompressor;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers of several partitions, in turn and out of one {@link ScratchArrays}, tell what each chunk holds. */
class ChunkReaderProperties {

    private static final int PARTITIONS = 3;
    private static final int CHUNKS = 10;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyRecordIsReadOnceAndNothingElse(long seed) throws Exception {
        var random = new Random(seed);
        try (var decompressor = new Decompressor(UnpooledByteBufAllocator.DEFAULT, Decompressor.DEFAULT_LIMIT_BYTES)) {
            var keys = new FieldDecoder<>(new StringDeserializer());
            var values = new FieldDecoder<>(new Moody(random));
            var decoder = new RecordDecoder<>(keys, values, decompressor, new ScratchArrays(), true);
            List<Reading> open = new ArrayList<>();
            for (int begun = 0; begun < CHUNKS || !open.isEmpty(); ) {
                if (begun < CHUNKS && open.size() < PARTITIONS) {
                    open.add(new Reading(new TopicPartition("a", begun), random, decoder));
                    begun++;
                }
                Reading turn = open.get(random.nextInt(open.size()));
                if (turn.isOverAfter(1 + random.nextInt(12))) {
                    open.remove(turn);
                }
            }
        }
    }

    /** One partition's chunk, and what is still to come of it. */
    private static final class Reading {

        private final TopicPartition id;
        private final Random random;
        private final RecordDecoder<String, byte[]> decoder;
        private final RandomChunk chunk;
        private final Deque<Step> steps;
        private ChunkReader<String, byte[]> reader;

        Reading(TopicPartition id, Random random, RecordDecoder<String, byte[]> decoder) throws MalformedRecords {
            this.id = id;
            this.random = random;
            this.decoder = decoder;
            chunk = new RandomChunk(random);
            steps = chunk.steps();
            reader = new ChunkReader<>(chunk.fetched(id), decoder, chunk.start());
        }

        /** Reads on; now and then it is sought to where it is, and what was begun is given up. */
        boolean isOverAfter(int max) {
            if (random.nextInt(20) == 0) {
                seek(reader.position());
            }
            List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
            try {
                reader.read(records, max);
            } catch (RecordDeserializationException e) {
                assertThat(e.offset()).isEqualTo(steps.element().offset());
            } catch (KafkaException e) {
                Step fault = next(e.getMessage());
                assertThat(fault.text()).as("%s at %s", e.getMessage(), fault).isNull();
                assertThatThrownBy(() -> reader.read(records, max)).isSameAs(e);
                seek(fault.next());
            }
            records.forEach(this::isNext);
            return isOver();
        }

        private void isNext(ConsumerRecord<String, byte[]> record) {
            List<RecordHeader> headers = new ArrayList<>();
            record.headers().forEach(header -> headers.add(new RecordHeader(header.key(), header.value())));
            String text = RandomChunk.text(record.key(), record.value(), record.timestamp(), headers);

            assertThat(new Step(record.offset(), text, record.offset() + 1)).isEqualTo(next(text));
        }

        private Step next(@Nullable String told) {
            assertThat(steps).as("nothing is left, but told is: %s", told).isNotEmpty();
            return steps.remove();
        }

        private void seek(long offset) {
            reader.close();
            reader = new ChunkReader<>(chunk.fetched(id), decoder, offset);
        }

        private boolean isOver() {
            if (!reader.isAtEnd()) {
                return false;
            }
            assertThat(steps).isEmpty();
            assertThat(reader.position()).isEqualTo(chunk.end());
            reader.close();
            chunk.close();
            return true;
        }
    }

    /** Fails now and then, and not when it is asked again. */
    private record Moody(Random random) implements Deserializer<byte[]> {

        @Override
        public byte @Nullable [] deserialize(@Nullable String topic, byte @Nullable [] data) {
            if (random.nextInt(20) == 0) {
                throw new IllegalStateException("not in the mood");
            }
            return data;
        }
    }
}
