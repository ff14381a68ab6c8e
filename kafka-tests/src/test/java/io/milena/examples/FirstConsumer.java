package io.milena.examples;

// example: a first consumer
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.common.errors.WakeupException;
import io.milena.common.serialization.StringDeserializer;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

/** Prints greetings until Ctrl-C. Its argument is the address of a broker. */
public final class FirstConsumer {

    public static void main(String[] args) {
        var settings = new Properties();
        settings.put("bootstrap.servers", args[0]);
        settings.put("group.id", "readers");
        settings.put("auto.offset.reset", "earliest");
        var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());

        var closed = new CompletableFuture<Void>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            consumer.wakeup();
            closed.join();
        }));

        try (consumer) {
            consumer.subscribe(List.of("greetings"));
            while (true) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
                    System.out.println(record.offset() + ": " + record.value());
                }
            }
        } catch (WakeupException e) {
            System.out.println("Good-bye.");
        } finally {
            closed.complete(null);
        }
    }
}
// end of example
