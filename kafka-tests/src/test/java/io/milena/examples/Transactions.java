package io.milena.examples;

import io.milena.clients.consumer.Consumer;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.ConsumerRecords;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.Producer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ProducerFencedException;
import io.milena.common.serialization.StringSerializer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** All or nothing, over many partitions. */
final class Transactions {

    private Transactions() {}

    static Producer<String, String> producer(Properties settings) {
        // example: a transactional producer
        settings.put("transactional.id", "bank-1");
        var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        producer.initTransactions();
        // end of example
        return producer;
    }

    static void transfer(Producer<String, String> producer) {
        // example: a transaction
        producer.beginTransaction();
        try {
            producer.send(new ProducerRecord<>("accounts", "alice", "-10"));
            producer.send(new ProducerRecord<>("accounts", "bob", "+10"));
            producer.commitTransaction();
        } catch (ProducerFencedException e) {
            throw e; // another producer goes by this transactional.id: there is nothing left but to close this one
        } catch (KafkaException e) {
            producer.abortTransaction();
        }
        // end of example
    }

    // example: exactly once
    /** Makes one invoice of each order, whatever happens. The consumer has enable.auto.commit=false. */
    static void invoice(Consumer<String, String> orders, Producer<String, String> invoices) {
        ConsumerRecords<String, String> polled = orders.poll(Duration.ofSeconds(1));
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        invoices.beginTransaction();
        try {
            for (ConsumerRecord<String, String> order : polled) {
                invoices.send(new ProducerRecord<>("invoices", order.key(), "for " + order.value()));
                next.put(
                        new TopicPartition(order.topic(), order.partition()),
                        new OffsetAndMetadata(order.offset() + 1));
            }
            invoices.sendOffsetsToTransaction(next, orders.groupMetadata());
            invoices.commitTransaction();
        } catch (ProducerFencedException e) {
            throw e;
        } catch (KafkaException e) {
            invoices.abortTransaction();
            backToWhatIsCommitted(orders);
        }
    }

    private static void backToWhatIsCommitted(Consumer<String, String> orders) {
        orders.committed(orders.assignment()).forEach((partition, committed) -> {
            if (committed == null) {
                orders.seekToBeginning(List.of(partition));
            } else {
                orders.seek(partition, committed);
            }
        });
    }
    // end of example
}
