package io.milena.storage;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.record.BatchTerms;
import io.milena.storage.Batches.Rec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The logs of {@link KilledWriter}: their settings, their one producer, and what stands at each offset, which follows
 * from the offset alone. So whoever finds them later knows what must be in them.
 */
enum KilledLog {
    PLAIN(Sender.WITHOUT_ID, Map.of("flush.messages", "50")),
    FORCED(Sender.IDEMPOTENT, Map.of("flush.messages", "1")),
    TRANSACTIONAL(Sender.TRANSACTIONAL, Map.of("flush.ms", "20")),
    SHORT(Sender.IDEMPOTENT, Map.of("retention.bytes", "60000")),
    COMPACTED(Sender.IDEMPOTENT, Map.of("cleanup.policy", "compact")),
    COMPACTED_TRANSACTIONAL(Sender.TRANSACTIONAL, Map.of("cleanup.policy", "compact", "flush.messages", "100"));

    private static final int KEYS = 60;
    private static final int LONGEST_PADDING = 120;

    private final Sender sender;
    private final Map<String, String> settings;

    KilledLog(Sender sender, Map<String, String> settings) {
        this.sender = sender;
        this.settings = settings;
    }

    static KilledLog of(String topic) {
        return valueOf(topic.toUpperCase(Locale.ROOT));
    }

    TopicPartition partition() {
        return new TopicPartition(name().toLowerCase(Locale.ROOT), 0);
    }

    Uuid topicId() {
        return new Uuid(7, ordinal() + 1);
    }

    boolean isTransactional() {
        return sender == Sender.TRANSACTIONAL;
    }

    boolean hasProducer() {
        return sender != Sender.WITHOUT_ID;
    }

    boolean isCompacted() {
        return settings.containsKey("cleanup.policy");
    }

    long producerId() {
        return 1_000 + ordinal();
    }

    /** Those of a batch that begins with this sequence. */
    BatchTerms terms(int sequence) {
        BatchTerms idempotent = BatchTerms.PLAIN.withProducer(producerId(), (short) 0, sequence);
        return switch (sender) {
            case WITHOUT_ID -> BatchTerms.PLAIN;
            case IDEMPOTENT -> idempotent;
            case TRANSACTIONAL -> idempotent.transactional();
        };
    }

    /** Tiny segments, so that much is rolled, deleted and compacted. */
    LogConfig config() {
        Map<String, String> all = new HashMap<>(Map.of(
                "segment.bytes", "8000",
                "index.interval.bytes", "500",
                "retention.ms", "-1",
                "file.delete.delay.ms", "10",
                "delete.retention.ms", "50",
                "min.cleanable.dirty.ratio", "0.01"));
        all.putAll(settings);
        return LogConfig.from(Map.of(), all);
    }

    /** What a batch from {@code first} to {@code last} holds. */
    List<Rec> records(long first, long last) {
        List<Rec> records = new ArrayList<>();
        for (long offset = first; offset <= last; offset++) {
            int chance = Long.hashCode((offset + ordinal()) * 0x9E3779B97F4A7C15L) >>> 1;
            String value = name() + offset + "x".repeat(chance % LONGEST_PADDING);
            records.add(new Rec(offset, LogHome.START_MS + first, "k" + chance % KEYS, value));
        }
        return records;
    }

    /** Who writes to a log. */
    enum Sender {
        WITHOUT_ID,
        IDEMPOTENT,
        TRANSACTIONAL
    }
}
