package io.milena.clients.producer;

import io.milena.common.serialization.ByteArraySerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;

/** Produces large batches to many partitions, in a JVM that a test starts; tells how many records were acknowledged. */
final class ManyBatches {

    static final String TOPIC = "many";
    static final String DONE = "acknowledged: ";
    static final int VALUE_BYTES = 10_000;

    private ManyBatches() {}

    /** @param arguments bootstrap address, codec, partitions, records */
    public static void main(String[] arguments) throws Exception {
        Map<String, Object> configs = Map.of(
                "bootstrap.servers",
                arguments[0],
                "compression.type",
                arguments[1],
                "batch.size",
                512 << 10,
                "linger.ms",
                50);
        int partitions = Integer.parseInt(arguments[2]);
        int records = Integer.parseInt(arguments[3]);
        byte[] value = new byte[VALUE_BYTES];
        new Random(1).nextBytes(value);
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (var producer = new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < records; i++) {
                sent.add(producer.send(new ProducerRecord<>(TOPIC, i % partitions, null, value)));
            }
            producer.flush();
        }
        for (Future<RecordMetadata> one : sent) {
            one.get();
        }
        System.out.println(DONE + sent.size());
    }
}
