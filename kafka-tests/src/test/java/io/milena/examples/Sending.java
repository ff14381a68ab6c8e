package io.milena.examples;

import io.milena.clients.producer.Producer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.clients.producer.RecordMetadata;
import io.milena.common.Metric;
import io.milena.common.errors.RetriableException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ExecutionException;

/** What a producer can do with a record. */
final class Sending {

    private final Producer<String, String> producer;

    Sending(Producer<String, String> producer) {
        this.producer = producer;
    }

    void forget() {
        // example: forget
        producer.send(new ProducerRecord<>("greetings", "Venus", "Hello again!"));
        // end of example
    }

    RecordMetadata await() throws InterruptedException, ExecutionException {
        // example: wait
        RecordMetadata sent = producer.send(new ProducerRecord<>("greetings", "Venus", "Hello again!"))
                .get();
        System.out.println("partition " + sent.partition() + ", offset " + sent.offset());
        // end of example
        return sent;
    }

    void callBack() {
        // example: callback
        producer.send(new ProducerRecord<>("greetings", "Venus", "Hello again!"), (sent, failure) -> {
            if (failure != null) {
                System.err.println("not sent: " + failure);
            }
        });
        // end of example
    }

    void keys() {
        // example: keys
        for (String step : new String[] {"opened", "paid", "shipped"}) {
            producer.send(new ProducerRecord<>("orders", "customer-7", step));
        }
        producer.flush();
        // end of example
    }

    void headers() {
        // example: headers
        var record = new ProducerRecord<>("orders", "customer-7", "opened");
        record.headers().add("origin", "web shop".getBytes(StandardCharsets.UTF_8));
        producer.send(record);
        // end of example
    }

    void sortFailures(
            ProducerRecord<String, String> record,
            Queue<ProducerRecord<String, String>> later,
            Queue<ProducerRecord<String, String>> refused) {
        // example: failures
        producer.send(record, (sent, failure) -> {
            if (failure instanceof RetriableException) {
                later.add(record); // tried again and again for delivery.timeout.ms, in vain
            } else if (failure != null) {
                refused.add(record); // will not get better
            }
        });
        // end of example
    }

    double sendRate() {
        // example: metrics
        double recordsPerSecond = 0;
        for (Metric metric : producer.metrics().values()) {
            if (metric.metricName().name().equals("record-send-rate")
                    && metric.metricName().group().equals("producer-metrics")) {
                recordsPerSecond = (Double) metric.metricValue();
            }
        }
        // end of example
        return recordsPerSecond;
    }
}
