package io.milena.examples;

// example: a first producer
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.serialization.StringSerializer;
import java.util.List;
import java.util.Properties;

/** Greets three planets. Its argument is the address of a broker. */
public final class FirstProducer {

    public static void main(String[] args) {
        var settings = new Properties();
        settings.put("bootstrap.servers", args[0]);

        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (String planet : List.of("Venus", "Earth", "Mars")) {
                producer.send(new ProducerRecord<>("greetings", planet, "Hello, " + planet + "!"));
            }
        }
        System.out.println("All is said.");
    }
}
// end of example
