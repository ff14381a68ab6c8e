package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.ConsumerRecords;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.TopicPartition;
import io.milena.common.errors.WakeupException;
import io.milena.common.serialization.StringDeserializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A consumer that is told to pause, resume, seek, commit and change its partitions at random, beside a model of where
 * it has to be. Partition {@code p} of its topic holds the values {@code p:0}, {@code p:1} and so on. Confined to one
 * thread.
 */
final class ReadStorm {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Random random;
    private final List<TopicPartition> all = new ArrayList<>();
    private final int end;
    private final KafkaConsumer<String, String> consumer;
    private final Map<TopicPartition, Long> next = new TreeMap<>(ReadStorm::byIndex);
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private final Set<TopicPartition> paused = new HashSet<>();

    /** @param end of each partition */
    ReadStorm(long seed, String bootstrap, String topic, int partitions, int end) {
        random = new Random(seed);
        this.end = end;
        for (int index = 0; index < partitions; index++) {
            all.add(new TopicPartition(topic, index));
        }
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("group.id", "storm-" + topic + "-" + seed);
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "earliest");
        settings.put("max.poll.records", 1 + random.nextInt(random.nextBoolean() ? 5 : 200));
        settings.put("fetch.max.bytes", 500 + random.nextInt(random.nextBoolean() ? 2_000 : 50_000));
        settings.put("max.partition.fetch.bytes", 200 + random.nextInt(5_000));
        settings.put("fetch.max.wait.ms", 20);
        consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        assign();
    }

    private static int byIndex(TopicPartition one, TopicPartition other) {
        return Integer.compare(one.partition(), other.partition());
    }

    /** Does so many things, and reads everything to its end then. */
    void run(int steps) {
        try (consumer) {
            for (int i = 0; i < steps; i++) {
                step();
            }
            consumer.resume(next.keySet());
            paused.clear();
            while (hasMore()) {
                readOn();
            }
        }
    }

    /** Whether a partition that is not paused has records left. */
    private boolean hasMore() {
        return next.entrySet().stream().anyMatch(each -> each.getValue() < end && !paused.contains(each.getKey()));
    }

    /** Something comes, whatever is paused. */
    private void readOn() {
        long since = System.nanoTime();
        while (hasMore() && poll(Duration.ofMillis(200)) == 0) {
            assertThat(System.nanoTime() - since)
                    .as("nanoseconds without a record; next: %s, paused: %s", next, paused)
                    .isLessThan(PATIENCE.toNanos());
        }
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0 -> pause();
            case 1 -> resume();
            case 2 -> seek();
            case 3 -> seekToAnEnd();
            case 4 -> commit();
            case 5 -> wakeUp();
            case 6 -> look();
            case 7 -> maybeAssign();
            case 8 -> readOn();
            default -> poll(Duration.ofMillis(random.nextInt(4)));
        }
    }

    private Set<TopicPartition> some() {
        Set<TopicPartition> some = new TreeSet<>(ReadStorm::byIndex);
        for (TopicPartition partition : next.keySet()) {
            if (random.nextInt(3) == 0) {
                some.add(partition);
            }
        }
        return some;
    }

    /** How many records came. */
    private int poll(Duration timeout) {
        ConsumerRecords<String, String> records = consumer.poll(timeout);
        for (ConsumerRecord<String, String> record : records) {
            var partition = new TopicPartition(record.topic(), record.partition());
            assertThat(paused).doesNotContain(partition);
            assertThat(record.offset()).as("offset of %s", partition).isEqualTo(next.get(partition));
            assertThat(record.value()).isEqualTo(partition.partition() + ":" + record.offset());
            next.merge(partition, 1L, Long::sum);
        }
        return records.count();
    }

    private void pause() {
        Set<TopicPartition> some = some();
        consumer.pause(some);
        paused.addAll(some);
        assertThat(consumer.paused()).isEqualTo(paused);
    }

    private void resume() {
        Set<TopicPartition> some = some();
        consumer.resume(some);
        paused.removeAll(some);
        assertThat(consumer.paused()).isEqualTo(paused);
    }

    private void seek() {
        for (TopicPartition partition : some()) {
            long offset = random.nextInt(end + 1);
            consumer.seek(partition, offset);
            next.put(partition, offset);
        }
    }

    private void seekToAnEnd() {
        Set<TopicPartition> some = some();
        if (some.isEmpty()) {
            return;
        }
        if (random.nextInt(4) == 0) {
            consumer.seekToEnd(some);
            some.forEach(each -> next.put(each, (long) end));
        } else {
            consumer.seekToBeginning(some);
            some.forEach(each -> next.put(each, 0L));
        }
    }

    private void commit() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        some().forEach(each -> offsets.put(each, new OffsetAndMetadata(next.get(each))));
        if (random.nextBoolean()) {
            consumer.commitAsync(offsets, null);
        } else {
            consumer.commitSync(offsets);
        }
        offsets.forEach((partition, offset) -> committed.put(partition, offset.offset()));
    }

    private void wakeUp() {
        consumer.wakeup();
        assertThatThrownBy(() -> consumer.poll(Duration.ofMillis(100))).isInstanceOf(WakeupException.class);
    }

    private void look() {
        next.forEach((partition, offset) ->
                assertThat(consumer.position(partition)).as("%s", partition).isEqualTo(offset));
        consumer.commitSync(Map.of());
        consumer.committed(Set.copyOf(all))
                .forEach((partition, offset) -> assertThat(offset == null ? null : offset.offset())
                        .as("committed of %s", partition)
                        .isEqualTo(committed.get(partition)));
    }

    private void maybeAssign() {
        if (random.nextInt(3) == 0) {
            consumer.commitSync(Map.of());
            assign();
        }
    }

    /** What stays goes on where it is; what comes begins at its committed offset. */
    private void assign() {
        Set<TopicPartition> some = new HashSet<>();
        for (TopicPartition partition : all) {
            if (random.nextInt(4) != 0) {
                some.add(partition);
            }
        }
        consumer.assign(some);
        next.keySet().retainAll(some);
        paused.retainAll(some);
        some.forEach(each -> next.putIfAbsent(each, committed.getOrDefault(each, 0L)));
    }
}
