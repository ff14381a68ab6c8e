package io.milena.clients.consumer;

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
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** The log of partition 0 of one topic, served to a {@link FakeCluster}. Batches are put in before they are read. */
final class FakeLog {

    private static final int LEADER_EPOCH_AT = 12;
    private static final int CRC_AT = 17;
    private static final int CRC_COVERS_FROM = 21;
    private static final int LAST_OFFSET_DELTA_AT = 23;

    private final String topic;
    private final List<byte[]> batches = new ArrayList<>();
    private final List<FetchResponse.AbortedTransaction> aborted = new ArrayList<>();
    private long start;
    private long end;
    private long fetchAt;

    FakeLog(String topic) {
        this.topic = topic;
    }

    void serveTo(FakeCluster cluster) {
        cluster.on(ApiKey.FETCH, request -> fetch((FetchRequest) request));
        cluster.on(ApiKey.LIST_OFFSETS, request -> list((ListOffsetsRequest) request));
    }

    /** As a broker that is well answers. */
    FetchResponse answer(FetchRequest request) {
        return fetch(request);
    }

    synchronized void startsAt(long offset) {
        start = offset;
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
        var crc = new CRC32C();
        crc.update(last, CRC_COVERS_FROM, last.length - CRC_COVERS_FROM);
        buffer.setInt(CRC_AT, (int) crc.getValue());
        end = offset;
    }

    private void put(ByteBuf batch, int records) {
        batch.setLong(batch.readerIndex(), end);
        batch.setInt(batch.readerIndex() + LEADER_EPOCH_AT, 0);
        var bytes = new byte[batch.readableBytes()];
        batch.readBytes(bytes);
        batch.release();
        batches.add(bytes);
        end += records;
    }

    private synchronized FetchResponse fetch(FetchRequest request) {
        for (FetchRequest.FetchTopic asked : request.topics()) {
            fetchAt = asked.partitions().get(0).fetchOffset();
        }
        boolean isOutside = fetchAt > end || fetchAt < start;
        var partition = new FetchResponse.PartitionData()
                .partitionIndex(0)
                .errorCode(isOutside ? ErrorCode.OFFSET_OUT_OF_RANGE.code() : 0)
                .highWatermark(end)
                .lastStableOffset(end)
                .logStartOffset(start)
                .abortedTransactions(aborted)
                .records(new RecordsBuffer(isOutside ? Unpooled.EMPTY_BUFFER : from(fetchAt)));
        return new FetchResponse()
                .sessionId(1)
                .responses(List.of(
                        new FetchResponse.FetchableTopicResponse().topic(topic).partitions(List.of(partition))));
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
                                .leaderEpoch(0)))));
    }
}
