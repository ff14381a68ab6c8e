package io.milena.clients.consumer;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.ListOffsetsResponse;
import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.record.RecordBatch;
import io.milena.record.RecordBatchBuilder;
import io.milena.record.compression.Compression;
import io.milena.record.compression.Compressor;
import io.milena.testing.ScriptedBroker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** The log of partition 0 of one topic, served to a {@link FakeCluster} or a {@link ScriptedBroker}. */
final class FakeLog {

    private static final int LENGTH_AT = 8;
    private static final int LEADER_EPOCH_AT = 12;
    private static final int CRC_AT = 17;
    private static final int CRC_COVERS_FROM = 21;
    private static final int LAST_OFFSET_DELTA_AT = 23;
    private static final int RECORDS_AT = 61;

    private final String topic;
    private final List<byte[]> batches = new ArrayList<>();
    private final List<FetchResponse.AbortedTransaction> aborted = new ArrayList<>();
    private long start;
    private long end;
    private long fetchAt;
    private int leaderEpoch;
    private Uuid topicId = Uuid.ZERO;

    FakeLog(String topic) {
        this.topic = topic;
    }

    void serveTo(FakeCluster cluster) {
        cluster.on(ApiKey.FETCH, request -> fetch((FetchRequest) request));
        cluster.on(ApiKey.LIST_OFFSETS, request -> list((ListOffsetsRequest) request));
    }

    /** A broker that is asked for more than there is waits as long as it was told to, or until there is more. */
    void serveTo(ScriptedBroker broker) {
        broker.always(ApiKey.FETCH, exchange -> exchange.answer(awaited(exchange.request(FetchRequest.class))));
        broker.always(
                ApiKey.LIST_OFFSETS, exchange -> exchange.answer(list(exchange.request(ListOffsetsRequest.class))));
    }

    private synchronized FetchResponse awaited(FetchRequest request) throws IOException {
        long until = System.nanoTime() + request.maxWaitMs() * 1_000_000L;
        asked(request);
        while (fetchAt == end && until - System.nanoTime() > 1_000_000) {
            try {
                wait((until - System.nanoTime()) / 1_000_000);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        return fetch(request);
    }

    /** As a broker that is well answers. */
    FetchResponse answer(FetchRequest request) {
        return fetch(request);
    }

    /** As a broker that does not serve the partition answers. */
    synchronized FetchResponse refusal(FetchRequest request, ErrorCode error) {
        asked(request);
        return answered(partition(error));
    }

    FetchResponse answered(FetchResponse.PartitionData partition) {
        return new FetchResponse()
                .sessionId(1)
                .responses(List.of(new FetchResponse.FetchableTopicResponse()
                        .topic(topic)
                        .topicId(topicId)
                        .partitions(List.of(partition))));
    }

    synchronized FetchResponse.PartitionData partition(ErrorCode error) {
        return new FetchResponse.PartitionData()
                .partitionIndex(0)
                .errorCode(error.code())
                .highWatermark(end)
                .lastStableOffset(end)
                .logStartOffset(start)
                .abortedTransactions(aborted)
                .records(new RecordsBuffer(Unpooled.EMPTY_BUFFER));
    }

    synchronized void startsAt(long offset) {
        start = offset;
    }

    /** What is appended from now on is of this epoch. */
    synchronized void isLedIn(int epoch) {
        leaderEpoch = epoch;
    }

    synchronized long end() {
        return end;
    }

    /** One batch with these values, keyless. */
    synchronized FakeLog append(String... values) {
        return append(Compression.NONE, BatchTerms.PLAIN, values);
    }

    synchronized FakeLog append(Compression compression, BatchTerms terms, String... values) {
        ByteBufAllocator allocator = ByteBufAllocator.DEFAULT;
        try (var builder = new RecordBatchBuilder(allocator, compression, terms, 1_000);
                var compressor = new Compressor(allocator)) {
            for (String value : values) {
                builder.append(5, null, value.getBytes(StandardCharsets.UTF_8), List.of());
            }
            put(builder.seal(compressor), values.length);
        }
        return this;
    }

    /** One keyless message of format 0: CRC, magic, attributes, key, value. */
    synchronized FakeLog appendOfFirstFormat(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        ByteBuf covered = Unpooled.buffer()
                .writeByte(0)
                .writeByte(0)
                .writeInt(-1)
                .writeInt(bytes.length)
                .writeBytes(bytes);
        var crc = new CRC32();
        crc.update(covered.array(), 0, covered.readableBytes());
        ByteBuf message = Unpooled.buffer().writeLong(end).writeInt(Integer.BYTES + covered.readableBytes());
        message.writeInt((int) crc.getValue()).writeBytes(covered);
        var whole = new byte[message.readableBytes()];
        message.readBytes(whole);
        batches.add(whole);
        end++;
        notifyAll();
        return this;
    }

    /** Ends the transaction of a producer; one that is aborted began at {@code firstOffset}. */
    synchronized FakeLog endTransaction(long producerId, ControlMarker.Type type, long firstOffset) {
        put(new ControlMarker(type, 0).toBatch(ByteBufAllocator.DEFAULT, producerId, (short) 0, 5), 1);
        if (type == ControlMarker.Type.ABORT) {
            aborted.add(new FetchResponse.AbortedTransaction()
                    .producerId(producerId)
                    .firstOffset(firstOffset));
        }
        return this;
    }

    /** Breaks a byte of the last batch. */
    synchronized void corruptLast() {
        byte[] last = batches.get(batches.size() - 1);
        last[last.length - 1] ^= 1;
    }

    /** The offsets up to here are gone: compacted away behind the last batch. */
    synchronized void skipTo(long offset) {
        byte[] last = batches.get(batches.size() - 1);
        ByteBuf buffer = Unpooled.wrappedBuffer(last);
        long base = buffer.getLong(0);
        buffer.setInt(LAST_OFFSET_DELTA_AT, (int) (offset - 1 - base));
        summed(last);
        end = offset;
    }

    /** A batch of which compaction has left nothing but its place, {@code offsets} wide. */
    synchronized void appendEmptied(int offsets) {
        append("compacted away");
        byte[] last = Arrays.copyOf(batches.remove(batches.size() - 1), RECORDS_AT);
        ByteBuf header = Unpooled.wrappedBuffer(last);
        header.setInt(LENGTH_AT, RECORDS_AT - LENGTH_AT - Integer.BYTES);
        header.setInt(LAST_OFFSET_DELTA_AT, offsets - 1);
        header.setInt(RECORDS_AT - Integer.BYTES, 0);
        summed(last);
        batches.add(last);
        end += offsets - 1;
    }

    /** Sets a byte of the last batch, and its checksum after it. */
    synchronized void setInLast(int at, int value) {
        byte[] last = batches.get(batches.size() - 1);
        last[at] = (byte) value;
        summed(last);
    }

    private static void summed(byte[] batch) {
        var crc = new CRC32C();
        crc.update(batch, CRC_COVERS_FROM, batch.length - CRC_COVERS_FROM);
        Unpooled.wrappedBuffer(batch).setInt(CRC_AT, (int) crc.getValue());
    }

    private void put(ByteBuf batch, int records) {
        batch.setLong(batch.readerIndex(), end);
        batch.setInt(batch.readerIndex() + LEADER_EPOCH_AT, leaderEpoch);
        var bytes = new byte[batch.readableBytes()];
        batch.readBytes(bytes);
        batch.release();
        batches.add(bytes);
        end += records;
        notifyAll();
    }

    private synchronized FetchResponse fetch(FetchRequest request) {
        asked(request);
        boolean isOutside = fetchAt > end || fetchAt < start;
        FetchResponse.PartitionData partition = partition(isOutside ? ErrorCode.OFFSET_OUT_OF_RANGE : ErrorCode.NONE);
        return answered(isOutside ? partition : partition.records(new RecordsBuffer(from(fetchAt))));
    }

    private void asked(FetchRequest request) {
        for (FetchRequest.FetchTopic asked : request.topics()) {
            fetchAt = asked.partitions().get(0).fetchOffset();
            topicId = asked.topicId();
        }
    }

    private ByteBuf from(long offset) {
        ByteBuf all = ByteBufAllocator.DEFAULT.buffer();
        for (byte[] batch : batches) {
            if (RecordBatch.at(Unpooled.wrappedBuffer(batch), 0).lastOffset() >= offset) {
                all.writeBytes(batch);
            }
        }
        return all;
    }

    private synchronized ListOffsetsResponse list(ListOffsetsRequest request) {
        long time = request.topics().get(0).partitions().get(0).timestamp();
        long offset = time == OffsetListing.LATEST ? end : start;
        return new ListOffsetsResponse()
                .topics(List.of(new ListOffsetsResponse.ListOffsetsTopicResponse()
                        .name(topic)
                        .partitions(List.of(new ListOffsetsResponse.ListOffsetsPartitionResponse()
                                .partitionIndex(0)
                                .offset(offset)
                                .timestamp(5)
                                .leaderEpoch(leaderEpoch)))));
    }
}
