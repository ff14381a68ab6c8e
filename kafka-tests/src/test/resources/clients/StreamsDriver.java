import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.Stores;

/**
 * Counts the words of a topic with Kafka Streams, exactly once, in a JVM of its own that can be killed. Every count of
 * every word goes to another topic, so that what was counted twice, or not, can be seen there.
 *
 * <p>Commands and answers are those of {@link Commands}. Arguments: the bootstrap servers, a folder for its state.
 */
public final class StreamsDriver {

    private static final Duration POLL = Duration.ofMillis(50);

    private final String bootstrap;
    private final String folder;
    private KafkaStreams streams;
    private volatile int replacedThreads;

    private StreamsDriver(String bootstrap, String folder) {
        this.bootstrap = bootstrap;
        this.folder = folder;
    }

    public static void main(String[] args) throws Exception {
        Commands.serve(() -> new StreamsDriver(args[0], args[1])::run);
    }

    private String run(String command, Map<String, String> arguments) {
        switch (command) {
            case "count":
                count(arguments);
                return "";
            case "state":
                return "state=" + streams.state() + " replaced=" + replacedThreads;
            case "check":
                return check(arguments.get("from"), arguments.get("to"));
            case "stop":
                streams.close(Duration.ofSeconds(20));
                return "state=" + streams.state();
            default:
                throw new IllegalArgumentException("unknown command " + command);
        }
    }

    private void count(Map<String, String> arguments) {
        var builder = new StreamsBuilder();
        builder.stream(arguments.get("from"), Consumed.with(Serdes.ByteArray(), Serdes.String()))
                .flatMapValues(StreamsDriver::words)
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("counts"))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.Long()))
                .toStream()
                .to(arguments.get("to"), Produced.with(Serdes.String(), Serdes.Long()));
        var properties = new Properties();
        properties.put("bootstrap.servers", bootstrap);
        properties.put("application.id", arguments.get("application"));
        properties.put("state.dir", folder);
        properties.put("processing.guarantee", StreamsConfig.EXACTLY_ONCE_V2);
        properties.put("num.stream.threads", "2");
        properties.put("replication.factor", "1");
        properties.put("statestore.cache.max.bytes", "0");
        properties.put("reconnect.backoff.max.ms", "200");
        arguments.forEach((key, value) -> {
            if (key.contains(".")) {
                properties.put(key, value);
            }
        });
        streams = new KafkaStreams(builder.build(), properties);
        streams.setUncaughtExceptionHandler(e -> {
            e.printStackTrace();
            replacedThreads++;
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        });
        streams.start();
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }

    /** How many counts are missing; fails if one is wrong. */
    private String check(String from, String to) {
        Map<String, Long> expected = new TreeMap<>();
        readAll(from, new StringDeserializer(), record ->
                words(record.value()).forEach(word -> expected.merge(word, 1L, Long::sum)));
        Map<String, Long> counted = new TreeMap<>();
        readAll(to, new LongDeserializer(), record -> {
            String word = new String(record.key(), StandardCharsets.UTF_8);
            long before = counted.getOrDefault(word, 0L);
            if (record.value() != before + 1) {
                throw new IllegalStateException(word + ": " + record.value() + " after " + before + ", " + record);
            }
            counted.put(word, record.value());
        });
        long words = sum(expected);
        return "words=" + words + " missing=" + (words - sum(counted)) + " most="
                + expected.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private <V> void readAll(String topic, Deserializer<V> values, Consumer<ConsumerRecord<byte[], V>> each) {
        var properties = new Properties();
        properties.put("bootstrap.servers", bootstrap);
        properties.put("isolation.level", "read_committed");
        try (var consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), values)) {
            List<TopicPartition> all = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .collect(Collectors.toList());
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(POLL).forEach(each);
            }
        }
    }
}
