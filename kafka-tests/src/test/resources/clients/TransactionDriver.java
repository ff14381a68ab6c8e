import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Runs transactions of one version of the reference's Java clients: a program of one source file. Every third one is
 * aborted; then another producer takes the transactional id over while the first has a transaction open, and readers of
 * committed records read all. Tells on one line what they saw.
 *
 * <p>Arguments: bootstrap servers, topic, number of its partitions, number of transactions.
 */
public final class TransactionDriver {

    private static final int RECORDS = 5;

    private final String bootstrap;
    private final String topic;
    private final int partitions;

    private TransactionDriver(String bootstrap, String topic, int partitions) {
        this.bootstrap = bootstrap;
        this.topic = topic;
        this.partitions = partitions;
    }

    public static void main(String[] args) {
        var driver = new TransactionDriver(args[0], args[1], Integer.parseInt(args[2]));
        System.out.println("result " + driver.run(Integer.parseInt(args[3])));
        System.exit(0);
    }

    private String run(int count) {
        String fencedBy;
        int committed = 0;
        try (var first = producer()) {
            for (int i = 0; i < count; i++) {
                first.beginTransaction();
                boolean aborts = i % 3 == 2;
                send(first, aborts ? "aborted" : "committed");
                if (aborts) {
                    first.flush();
                    first.abortTransaction();
                } else {
                    first.commitTransaction();
                    committed++;
                }
            }
            first.beginTransaction();
            send(first, "fenced");
            first.flush();
            try (var second = producer()) {
                second.beginTransaction();
                send(second, "committed");
                second.commitTransaction();
                committed++;
            }
            fencedBy = commitInVain(first);
        }
        Map<String, Integer> read = readCommitted();
        return "expected=" + committed * RECORDS * partitions + " committed=" + read.getOrDefault("committed", 0)
                + " others=" + (read.size() - (read.containsKey("committed") ? 1 : 0)) + " fenced=" + fencedBy;
    }

    private KafkaProducer<String, String> producer() {
        var settings = new Properties();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("transactional.id", "driver-" + topic);
        settings.put("max.block.ms", "60000");
        var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    private void send(KafkaProducer<String, String> producer, String value) {
        for (int i = 0; i < RECORDS * partitions; i++) {
            producer.send(new ProducerRecord<>(topic, i % partitions, "key", value));
        }
    }

    private static String commitInVain(KafkaProducer<String, String> fenced) {
        try {
            fenced.commitTransaction();
            return "nobody";
        } catch (KafkaException e) {
            return e.getClass().getSimpleName();
        }
    }

    private Map<String, Integer> readCommitted() {
        var settings = new Properties();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("isolation.level", "read_committed");
        settings.put("auto.offset.reset", "earliest");
        Map<String, Integer> read = new HashMap<>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> all = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                all.add(new TopicPartition(topic, i));
            }
            consumer.assign(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                    read.merge(record.value(), 1, Integer::sum);
                }
            }
        }
        return read;
    }
}
