package io.milena.clients.consumer;

import io.milena.clients.consumer.ChunkReader.RecordDecoder;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Takes records out of what was fetched, for one poll after the other. Confined to the application's thread; the lock
 * is held only to take chunks and to tell how far the application has come, not while records are made.
 */
final class RecordCollector<K, V> {

    private static final int USUAL_RECORDS = 512;

    private final ReentrantLock lock;
    private final FetchBuffer buffer;
    private final RecordDecoder<K, V> decoder;
    private final ConsumerWatch watch;
    private final List<ChunkReader<K, V>> begun = new ArrayList<>();
    private boolean finished;

    RecordCollector(ReentrantLock lock, FetchBuffer buffer, RecordDecoder<K, V> decoder, ConsumerWatch watch) {
        this.lock = lock;
        this.buffer = buffer;
        this.decoder = decoder;
        this.watch = watch;
    }

    /**
     * Up to {@code max} records, with those of one partition together.
     *
     * @throws KafkaException if the first thing there is cannot be read
     */
    Map<TopicPartition, List<ConsumerRecord<K, V>>> collect(int max) {
        Map<TopicPartition, List<ConsumerRecord<K, V>>> collected = new LinkedHashMap<>();
        int left = max;
        while (left > 0) {
            ChunkReader<K, V> reader = next();
            if (reader == null) {
                break;
            }
            try {
                left -= read(reader, collected, left);
            } catch (KafkaException e) {
                if (collected.isEmpty()) {
                    throw e;
                }
                break;
            }
        }
        return collected;
    }

    private @Nullable ChunkReader<K, V> next() {
        lock.lock();
        try {
            Iterator<ChunkReader<K, V>> readers = begun.iterator();
            while (readers.hasNext()) {
                ChunkReader<K, V> reader = readers.next();
                if (buffer.isGone(reader.chunk())) {
                    readers.remove();
                    reader.close();
                } else if (reader.chunk().partition().mayHandOver()) {
                    return reader;
                }
            }
            FetchedChunk chunk = buffer.take();
            if (chunk == null) {
                return null;
            }
            var reader = new ChunkReader<>(chunk, decoder, chunk.partition().position());
            begun.add(reader);
            return reader;
        } finally {
            lock.unlock();
        }
    }

    private int read(ChunkReader<K, V> reader, Map<TopicPartition, List<ConsumerRecord<K, V>>> collected, int max) {
        TopicPartition id = reader.chunk().partition().id();
        List<ConsumerRecord<K, V>> before = collected.get(id);
        List<ConsumerRecord<K, V>> records = before == null ? new ArrayList<>(Math.min(max, USUAL_RECORDS)) : before;
        int size = records.size();
        int count = 0;
        try {
            count = reader.read(records, max);
        } finally {
            boolean isGone = told(reader, count);
            if (isGone) {
                records.subList(size, records.size()).clear();
                count = 0;
            }
        }
        if (before == null && !records.isEmpty()) {
            collected.put(id, records);
        }
        return count;
    }

    /** Notes how far the application is; whether what was read may not be handed over after all. */
    private boolean told(ChunkReader<K, V> reader, int count) {
        lock.lock();
        try {
            FetchedChunk chunk = reader.chunk();
            boolean isGone = buffer.isGone(chunk);
            if (!isGone) {
                chunk.partition().consumed(reader.position(), reader.positionEpoch());
                watch.consumed(chunk.partition(), count, reader.takeBytes());
            }
            if (isGone || reader.isAtEnd()) {
                begun.remove(reader);
                reader.close();
                finished = true;
            }
            if (!isGone && reader.isAtEnd()) {
                chunk.partition().chunkDone();
            }
            return isGone;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a chunk came to its end since this was asked last, so that more may be fetched. */
    boolean takeFinished() {
        boolean taken = finished;
        finished = false;
        return taken;
    }

    /** Gives up what was begun. */
    void close() {
        begun.forEach(ChunkReader::close);
        begun.clear();
    }
}
