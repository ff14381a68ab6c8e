package io.milena.bench;

import io.milena.common.Uuid;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.BufferSink;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchRequest.FetchPartition;
import io.milena.protocol.messages.FetchRequest.FetchTopic;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseBroker;
import io.milena.protocol.messages.MetadataResponse.MetadataResponsePartition;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseTopic;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading and writing the messages that a broker sees most, out of and into direct memory: a Produce of one partition,
 * and a Fetch and a Metadata of a hundred. Flexible versions, since new clients speak nothing else.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Thread)
public class MessageBenchmark {

    private static final int MANY = 100;
    private static final int RECORDS_BYTES = 1_024;

    private static final short PRODUCE_VERSION = 11;
    private static final short FETCH_VERSION = 16;
    private static final short METADATA_VERSION = 12;

    private final ApiMessage produce = produce();
    private final ApiMessage fetch = fetch();
    private final ApiMessage metadata = metadata();
    private final ByteBuf produceBytes = written(produce, PRODUCE_VERSION);
    private final ByteBuf fetchBytes = written(fetch, FETCH_VERSION);
    private final ByteBuf metadataBytes = written(metadata, METADATA_VERSION);
    private final ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(64 * RECORDS_BYTES);

    private static <T> List<T> listOf(int count, IntFunction<T> element) {
        return IntStream.range(0, count).mapToObj(element).toList();
    }

    private static ApiMessage produce() {
        var records = new RecordsBuffer(Unpooled.directBuffer(RECORDS_BYTES).writeZero(RECORDS_BYTES));
        var partition = new PartitionProduceData().index(3).records(records);
        var topic = new TopicProduceData().name("orders").partitionData(List.of(partition));
        return new ProduceRequest().acks((short) -1).timeoutMs(30_000).topicData(List.of(topic));
    }

    private static ApiMessage fetch() {
        var partitions = listOf(
                MANY,
                index -> new FetchPartition()
                        .partition(index)
                        .fetchOffset(1_000L * index)
                        .partitionMaxBytes(1 << 20));
        var topic = new FetchTopic().topicId(new Uuid(1, 2)).partitions(partitions);
        return new FetchRequest().maxWaitMs(500).minBytes(1).sessionId(7).topics(List.of(topic));
    }

    private static ApiMessage metadata() {
        var replicas = List.of(1, 2, 3);
        var partitions = listOf(
                MANY,
                index -> new MetadataResponsePartition()
                        .partitionIndex(index)
                        .leaderId(1)
                        .replicaNodes(replicas)
                        .isrNodes(replicas));
        var topic = new MetadataResponseTopic().name("orders").partitions(partitions);
        var brokers = listOf(
                3,
                id -> new MetadataResponseBroker()
                        .nodeId(id)
                        .host("broker-" + id + ".example.org")
                        .port(9092));
        return new MetadataResponse().brokers(brokers).topics(List.of(topic));
    }

    private static ByteBuf written(ApiMessage message, short version) {
        ByteBuf bytes = PooledByteBufAllocator.DEFAULT.directBuffer(message.size(version));
        message.write(new BufferSink(bytes), version);
        return bytes;
    }

    @Benchmark
    public int readProduce() throws MalformedMessage {
        ProduceRequest read = ProduceRequest.read(produceBytes.readerIndex(0), PRODUCE_VERSION);
        read.release();
        return read.timeoutMs();
    }

    @Benchmark
    public FetchRequest readFetch() throws MalformedMessage {
        return FetchRequest.read(fetchBytes.readerIndex(0), FETCH_VERSION);
    }

    @Benchmark
    public MetadataResponse readMetadata() throws MalformedMessage {
        return MetadataResponse.read(metadataBytes.readerIndex(0), METADATA_VERSION);
    }

    @Benchmark
    public int writeProduce() {
        return sizeAndWrite(produce, PRODUCE_VERSION);
    }

    @Benchmark
    public int writeFetch() {
        return sizeAndWrite(fetch, FETCH_VERSION);
    }

    @Benchmark
    public int writeMetadata() {
        return sizeAndWrite(metadata, METADATA_VERSION);
    }

    private int sizeAndWrite(ApiMessage message, short version) {
        int size = message.size(version);
        message.write(new BufferSink(out.clear()), version);
        return size;
    }
}
