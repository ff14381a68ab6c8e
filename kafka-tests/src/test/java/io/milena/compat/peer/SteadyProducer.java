package io.milena.compat.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.clients.producer.RecordMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends numbered records to the partitions of a topic in turn until it is told to stop, whatever happens to the
 * brokers. The record with the number n of a partition says {@code n}.
 */
final class SteadyProducer {

    private static final long PAUSE_NANOS = 1_000_000;
    private static final int AT_A_TIME = 4;

    private final KafkaProducer<String, String> producer;
    private final String topic;
    private final int partitions;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private final Thread thread = new Thread(this::produce, "steady-producer");
    private volatile boolean stopping;

    SteadyProducer(KafkaProducer<String, String> producer, String topic, int partitions) {
        this.producer = producer;
        this.topic = topic;
        this.partitions = partitions;
        thread.start();
    }

    private void produce() {
        while (!stopping) {
            LockSupport.parkNanos(PAUSE_NANOS);
            for (int i = 0; i < AT_A_TIME; i++) {
                int number = sent.size();
                String value = String.valueOf(number / partitions);
                sent.add(producer.send(new ProducerRecord<>(topic, number % partitions, null, value)));
            }
        }
    }

    /** Stops, and returns how many records there are; each was acknowledged, at the offset that is its number. */
    int stop() throws Exception {
        stopping = true;
        thread.join();
        producer.flush();
        for (int i = 0; i < sent.size(); i++) {
            RecordMetadata metadata = sent.get(i).get(1, TimeUnit.SECONDS);
            assertThat(metadata.offset()).isEqualTo(i / partitions);
        }
        return sent.size();
    }
}
