package io.milena.examples;

import io.milena.clients.consumer.Consumer;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.producer.Producer;
import io.milena.clients.producer.ProducerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

// example: what is to be tested
/** Answers greetings. */
final class Greeter {

    private final Consumer<String, String> consumer;
    private final Producer<String, String> producer;
    private final List<String> unanswered = new ArrayList<>();

    Greeter(Consumer<String, String> consumer, Producer<String, String> producer) {
        this.consumer = consumer;
        this.producer = producer;
    }

    void answer() {
        for (ConsumerRecord<String, String> greeting : consumer.poll(Duration.ofSeconds(1))) {
            producer.send(new ProducerRecord<>("answers", greeting.key(), "Hello!"), (sent, failure) -> {
                if (failure != null) {
                    unanswered.add(greeting.key());
                }
            });
        }
        consumer.commitSync();
    }

    List<String> unanswered() {
        return unanswered;
    }
}
// end of example
