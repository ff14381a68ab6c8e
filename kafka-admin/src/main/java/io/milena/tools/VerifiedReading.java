package io.milena.tools;

import io.milena.clients.consumer.Consumer;
import io.milena.clients.consumer.ConsumerRebalanceListener;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.ConsumerRecords;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.WakeupException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads, commits what was read, and tells of it. Confined to the tool's thread, but for {@link #stop}. */
final class VerifiedReading implements ConsumerRebalanceListener {

    private static final Logger LOG = LoggerFactory.getLogger(VerifiedReading.class);
    private static final Duration POLL = Duration.ofSeconds(1);

    private final VerifiableConsumerTool tool;
    private final Consumer<String, String> consumer;
    private final EventLog log;
    private final long most;
    private volatile boolean isStopped;
    private long read;

    VerifiedReading(VerifiableConsumerTool tool, Consumer<String, String> consumer, EventLog log) {
        this.tool = tool;
        this.consumer = consumer;
        this.log = log;
        this.most = tool.maxMessages < 0 ? Long.MAX_VALUE : tool.maxMessages;
    }

    /** By any thread: it is enough. */
    void stop() {
        isStopped = true;
        consumer.wakeup();
    }

    void run() {
        consumer.subscribe(List.of(tool.topic), this);
        try {
            while (!isStopped && read < most) {
                ConsumerRecords<String, String> records = consumer.poll(POLL);
                Map<TopicPartition, OffsetAndMetadata> offsets = take(records);
                if (!tool.autoCommit && !offsets.isEmpty()) {
                    commit(offsets);
                }
            }
        } catch (WakeupException e) {
            LOG.debug("told to stop", e);
        }
    }

    /** Takes records, no more than are wanted; returns where to go on. */
    private Map<TopicPartition, OffsetAndMetadata> take(ConsumerRecords<String, String> records) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new LinkedHashMap<>();
        List<JsonLine> summaries = new ArrayList<>();
        long before = read;
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<String, String>> all = records.records(partition);
            List<ConsumerRecord<String, String>> wanted = all.subList(0, (int) Math.min(all.size(), most - read));
            if (!wanted.isEmpty()) {
                long last = wanted.get(wanted.size() - 1).offset();
                read += wanted.size();
                offsets.put(partition, new OffsetAndMetadata(last + 1));
                summaries.add(of(partition)
                        .with("count", wanted.size())
                        .with("minOffset", wanted.get(0).offset())
                        .with("maxOffset", last));
                tellEach(wanted);
            }
        }
        if (!summaries.isEmpty()) {
            log.tell(log.event("records_consumed").with("count", read - before).with("partitions", summaries));
        }
        return offsets;
    }

    private void tellEach(List<ConsumerRecord<String, String>> records) {
        if (tool.verbose) {
            for (ConsumerRecord<String, String> one : records) {
                log.tell(log.event("record_data")
                        .with("key", one.key())
                        .with("value", one.value())
                        .with("topic", one.topic())
                        .with("partition", one.partition())
                        .with("offset", one.offset()));
            }
        }
    }

    private void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        List<JsonLine> told = new ArrayList<>();
        offsets.forEach((partition, offset) -> told.add(of(partition).with("offset", offset.offset())));
        JsonLine event = log.event("offsets_committed").with("offsets", told);
        try {
            consumer.commitSync(offsets);
            log.tell(event.with("success", true));
        } catch (WakeupException e) {
            isStopped = true;
            commit(offsets);
        } catch (KafkaException e) {
            log.tell(event.with("success", false).with("error", e.getMessage()));
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        tellPartitions("partitions_assigned", partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        tellPartitions("partitions_revoked", partitions);
    }

    private void tellPartitions(String event, Collection<TopicPartition> partitions) {
        log.tell(log.event(event)
                .with("partitions", partitions.stream().map(VerifiedReading::of).toList()));
    }

    private static JsonLine of(TopicPartition partition) {
        return new JsonLine().with("topic", partition.topic()).with("partition", partition.partition());
    }
}
