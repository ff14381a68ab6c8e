import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A producer and a consumer of one partition that stay open, for whoever has loaded this class with the library that it
 * was compiled for: seen from outside, calls that send or read so many records.
 */
public final class OpenClients implements AutoCloseable {

    private final String topic;
    private final byte[][] values;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private long end;

    /** @param arguments as {@link ClientLoad} takes them, {@code topic} and {@code size} among them */
    public OpenClients(Map<String, String> arguments) {
        var load = new ClientLoad(arguments);
        topic = arguments.get("topic");
        values = ClientLoad.values(load.number("size"));
        producer = load.producer();
        producer.partitionsFor(topic); // which makes the broker create it
        consumer = load.consumer();
        partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
    }

    /** Sends so many records and waits until they are there. */
    public LongUnaryOperator sending() {
        return records -> {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(topic, 0, null, values[i % values.length]));
            }
            producer.flush();
            return records;
        };
    }

    /** Reads so many records, or a few more, and begins anew at the end of what there was when this was asked for. */
    public LongUnaryOperator reading() {
        end = consumer.endOffsets(List.of(partition)).get(partition);
        consumer.seekToBeginning(List.of(partition));
        return this::read;
    }

    private long read(long records) {
        long read = 0;
        while (read < records) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                read += record.serializedValueSize() > 0 ? 1 : 0;
            }
            if (consumer.position(partition) >= end) {
                consumer.seekToBeginning(List.of(partition));
            }
        }
        return read;
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
