package io.milena.clients.producer;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.InterruptException;
import io.milena.common.errors.RecordTooLargeException;
import io.milena.common.header.Header;
import io.milena.common.header.internals.RecordHeaders;
import io.milena.common.time.Time;
import io.milena.record.RecordBatchFormat;
import io.milena.record.RecordEncoder;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The way of one record from an application's call into a batch: interceptors, a known topic, bytes, a partition,
 * memory. Thread-safe.
 */
final class RecordSending<K, V> {

    private final ProducerEngine engine;
    private final RecordBytes<K, V> bytes;
    private final PartitionChoice choice;
    private final Interceptors<K, V> interceptors;
    private final Time time;

    /** What of a producer is the application's. */
    record Plugins<K, V>(RecordBytes<K, V> bytes, PartitionChoice choice, Interceptors<K, V> interceptors) {}

    RecordSending(ProducerEngine engine, Plugins<K, V> plugins, Time time) {
        this.engine = engine;
        this.bytes = plugins.bytes;
        this.choice = plugins.choice;
        this.interceptors = plugins.interceptors;
        this.time = time;
    }

    /** See {@link KafkaProducer#send(ProducerRecord, Callback)}. */
    Future<RecordMetadata> send(ProducerRecord<K, V> record, @Nullable Callback callback) {
        if (interceptors.isEmpty()) {
            return sendOrFail(record, callback);
        }
        return sendOrFail(interceptors.onSend(record), interceptors.before(callback));
    }

    private Future<RecordMetadata> sendOrFail(@Nullable ProducerRecord<K, V> record, @Nullable Callback callback) {
        if (record == null) {
            var missing = new NullPointerException("record: null (expected: a record, also from each interceptor)");
            interceptors.failed(null, missing);
            throw missing;
        }
        try {
            return place(record, callback);
        } catch (ApiException e) {
            engine.recordFailed(e);
            if (callback != null) {
                callback.onCompletion(noMetadata(record), e);
            }
            return new FailedRecord(e);
        } catch (InterruptedException e) {
            var interrupted = new InterruptException(e);
            interceptors.failed(partitionOf(record), interrupted);
            throw interrupted;
        } catch (RuntimeException e) {
            interceptors.failed(partitionOf(record), e);
            throw e;
        }
    }

    private static TopicPartition partitionOf(ProducerRecord<?, ?> record) {
        Integer named = record.partition();
        return new TopicPartition(record.topic(), named == null ? RecordMetadata.UNKNOWN_PARTITION : named);
    }

    private static RecordMetadata noMetadata(ProducerRecord<?, ?> record) {
        return new RecordMetadata(partitionOf(record), BatchResult.NO_OFFSET, 0, BatchResult.NO_TIMESTAMP, -1, -1);
    }

    private Future<RecordMetadata> place(ProducerRecord<K, V> record, @Nullable Callback callback)
            throws InterruptedException {
        RuntimeException refusal = engine.refusalToSend();
        if (refusal != null) {
            throw refusal;
        }
        Integer named = record.partition();
        TopicQueues topic = engine.topic(record.topic());
        long left = engine.awaitTopic(topic, named == null ? RecordMetadata.UNKNOWN_PARTITION : named);
        byte[] key = bytes.key(record);
        byte[] value = bytes.value(record);
        Header[] headers = closed(record);
        refuseTooLarge(record, key, value, headers);
        Long given = record.timestamp();
        var future = new RecordFuture(
                given == null ? time.wallMs() : given,
                key == null ? -1 : key.length,
                value == null ? -1 : value.length,
                callback);
        int partition = named != null ? named : choice.partition(topic, record, key, value);
        boolean batchEnded = engine.append(topic.queue(partition), future, key, value, headers, left);
        if (named == null) {
            choice.placed(topic, partition, future, batchEnded);
        }
        return future;
    }

    /** The record's headers, which cannot be changed from now on; null if it has none. */
    private static Header @Nullable [] closed(ProducerRecord<?, ?> record) {
        RecordHeaders headers = record.headersIfAny();
        if (headers == null) {
            return null;
        }
        headers.setReadOnly();
        Header[] all = headers.toArray();
        return all.length == 0 ? null : all;
    }

    private void refuseTooLarge(
            ProducerRecord<K, V> record, byte @Nullable [] key, byte @Nullable [] value, Header @Nullable [] headers) {
        long size = RecordBatchFormat.HEADER_BYTES + RecordEncoder.mostBytes(key, value, headers);
        int limit = engine.terms().batches().requestBytes();
        if (size > limit) {
            throw new RecordTooLargeException("a record for topic " + record.topic() + " takes " + size
                    + " bytes (expected: at most max.request.size, " + limit + ")");
        }
        long memory = engine.terms().bufferBytes();
        if (size > memory) {
            throw new RecordTooLargeException("a record for topic " + record.topic() + " takes " + size
                    + " bytes (expected: at most buffer.memory, " + memory + ")");
        }
    }
}
