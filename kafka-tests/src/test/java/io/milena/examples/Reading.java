package io.milena.examples;

import io.milena.clients.consumer.Consumer;
import io.milena.clients.consumer.ConsumerRebalanceListener;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.consumer.OffsetAndTimestamp;
import io.milena.common.TopicPartition;
import io.milena.common.errors.RecordDeserializationException;
import io.milena.common.header.Header;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What a consumer can do; records are handled by being kept. */
final class Reading<V> {

    private final Consumer<String, V> consumer;
    private final BooleanSupplier goOn;
    private final List<V> handled = new ArrayList<>();

    Reading(Consumer<String, V> consumer, BooleanSupplier goOn) {
        this.consumer = consumer;
        this.goOn = goOn;
    }

    List<V> handled() {
        return handled;
    }

    private boolean goOn() {
        return goOn.getAsBoolean();
    }

    private void handle(ConsumerRecord<String, V> record) {
        handled.add(record.value());
    }

    void commitEachPoll() {
        // example: commit what was handled
        consumer.subscribe(List.of("orders"));
        while (goOn()) {
            for (ConsumerRecord<String, V> record : consumer.poll(Duration.ofSeconds(1))) {
                handle(record);
            }
            consumer.commitSync();
        }
        // end of example
    }

    void commitInPassing() {
        consumer.subscribe(List.of("orders"));
        // example: commit in passing
        try {
            while (goOn()) {
                consumer.poll(Duration.ofSeconds(1)).forEach(this::handle);
                consumer.commitAsync((offsets, failure) -> {
                    if (failure != null) {
                        System.err.println("not committed: " + offsets + ", " + failure);
                    }
                });
            }
        } finally {
            consumer.commitSync();
        }
        // end of example
    }

    void commitOne(ConsumerRecord<String, V> record) {
        // example: commit one record
        consumer.commitSync(Map.of(
                new TopicPartition(record.topic(), record.partition()), new OffsetAndMetadata(record.offset() + 1)));
        // end of example
    }

    void shareWithOthers() {
        // example: rebalance listener
        Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
        consumer.subscribe(List.of("orders"), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                consumer.commitSync(done);
                done.keySet().removeAll(partitions);
            }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                System.out.println("now also mine: " + partitions);
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                done.keySet().removeAll(partitions); // others have them already
            }
        });
        while (goOn()) {
            for (ConsumerRecord<String, V> record : consumer.poll(Duration.ofSeconds(1))) {
                handle(record);
                done.put(
                        new TopicPartition(record.topic(), record.partition()),
                        new OffsetAndMetadata(record.offset() + 1));
            }
        }
        // end of example
    }

    void fromATimeOn() {
        // example: from a time on
        var partition = new TopicPartition("orders", 0);
        consumer.assign(List.of(partition));
        long yesterday = System.currentTimeMillis() - Duration.ofDays(1).toMillis();
        OffsetAndTimestamp found =
                consumer.offsetsForTimes(Map.of(partition, yesterday)).get(partition);
        if (found == null) {
            consumer.seekToEnd(List.of(partition));
        } else {
            consumer.seek(partition, found.offset());
        }
        // end of example
    }

    void fromTheBeginning() {
        // example: from the beginning
        List<TopicPartition> partitions = consumer.partitionsFor("orders").stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
            consumer.poll(Duration.ofSeconds(1)).forEach(this::handle);
        }
        // end of example
    }

    static String origin(ConsumerRecord<String, ?> record) {
        // example: read a header
        Header origin = record.headers().lastHeader("origin");
        String text = origin == null ? "unknown" : new String(origin.value(), StandardCharsets.UTF_8);
        // end of example
        return text;
    }

    void pastUnreadableOnes() {
        while (goOn()) {
            // example: past what cannot be read
            try {
                consumer.poll(Duration.ofSeconds(1)).forEach(this::handle);
            } catch (RecordDeserializationException e) {
                System.err.println("skipped " + e.topicPartition() + " offset " + e.offset() + ": " + e.getMessage());
                consumer.seek(e.topicPartition(), e.offset() + 1);
            }
            // end of example
        }
    }
}
