package io.milena.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.MockConsumer;
import io.milena.clients.consumer.OffsetResetStrategy;
import io.milena.clients.producer.MockProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.TopicPartition;
import io.milena.common.errors.TimeoutException;
import io.milena.common.serialization.StringSerializer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

// example: a test without a broker
/** An application's test with a consumer and a producer that need no broker. */
class GreeterTest {

    private static final TopicPartition GREETINGS = new TopicPartition("greetings", 0);

    private final MockConsumer<String, String> consumer = new MockConsumer<>(OffsetResetStrategy.EARLIEST);
    private final MockProducer<String, String> producer =
            new MockProducer<>(false, new StringSerializer(), new StringSerializer());
    private final Greeter greeter = new Greeter(consumer, producer);

    @BeforeEach
    void greet() {
        consumer.assign(List.of(GREETINGS));
        consumer.updateBeginningOffsets(Map.of(GREETINGS, 0L));
        consumer.addRecord(new ConsumerRecord<>("greetings", 0, 0, "Venus", "Hello, Earth!"));
    }

    @Test
    void aGreetingIsAnsweredAndCommitted() {
        greeter.answer();
        producer.completeNext();

        assertThat(producer.history()).containsExactly(new ProducerRecord<>("answers", "Venus", "Hello!"));
        assertThat(consumer.committed(Set.of(GREETINGS)).get(GREETINGS).offset())
                .isEqualTo(1);
        assertThat(greeter.unanswered()).isEmpty();
    }

    @Test
    void whatCouldNotBeSentIsNoted() {
        greeter.answer();
        producer.errorNext(new TimeoutException("nobody listens"));

        assertThat(greeter.unanswered()).containsExactly("Venus");
    }
}
// end of example
