package io.milena.testkit;

import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.common.TopicPartition;
import io.milena.common.serialization.ByteArrayDeserializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Reads all of a topic of {@link CheckedValues}, twice, with the settings that consumers have by default, in a JVM that
 * a test starts; tells how many records it read, or what was wrong.
 */
public final class CheckingReader {

    /** The last line, if all is well; the number of records follows. */
    public static final String DONE = "read twice: ";

    /** Begins a line with the number of connections that it made: one to begin with, and one to each broker. */
    public static final String CONNECTED = "connections made: ";

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private CheckingReader() {}

    /** What a JVM is started with; {@code memory} are switches with spaces between. */
    public static List<String> arguments(String memory, String bootstrap, String topic, int partitions) {
        List<String> arguments = new ArrayList<>(List.of(memory.split(" ")));
        arguments.addAll(List.of(CheckingReader.class.getName(), bootstrap, topic, String.valueOf(partitions)));
        return arguments;
    }

    /** @param arguments bootstrap addresses, topic, partitions */
    public static void main(String[] arguments) {
        List<TopicPartition> partitions = IntStream.range(0, Integer.parseInt(arguments[2]))
                .mapToObj(index -> new TopicPartition(arguments[1], index))
                .toList();
        Map<String, Object> settings = Map.of("bootstrap.servers", arguments[0]);
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long count = ends.values().stream().mapToLong(Long::longValue).sum();
            for (int round = 0; round < 2; round++) {
                consumer.seekToBeginning(partitions);
                read(consumer, new long[partitions.size()], count);
            }
            consumer.metrics().forEach((name, metric) -> {
                if (name.name().equals("connection-creation-total")) {
                    System.out.println(CONNECTED + metric.metricValue());
                }
            });
            System.out.println(DONE + count);
        }
    }

    private static void read(KafkaConsumer<byte[], byte[]> consumer, long[] next, long count) {
        long left = count;
        while (left > 0) {
            var records = consumer.poll(PATIENCE);
            if (records.isEmpty()) {
                throw new IllegalStateException("nothing came for a while, with " + left + " records left");
            }
            for (ConsumerRecord<byte[], byte[]> record : records) {
                if (record.offset() != next[record.partition()]++ || !CheckedValues.isWhole(record.value())) {
                    throw new IllegalStateException("a wrong record: " + record.partition() + ", " + record.offset());
                }
            }
            left -= records.count();
        }
    }
}
