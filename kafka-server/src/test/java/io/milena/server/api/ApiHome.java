package io.milena.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.GatheringSink;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.RequestHeader;
import io.milena.protocol.ResponseHeader;
import io.milena.record.RecordValidation;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.InitAnswer;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.EndpointImage;
import io.milena.server.metadata.PartitionImage;
import io.milena.server.metadata.TopicImage;
import io.milena.server.network.RequestMetrics;
import io.milena.server.partition.Partition;
import io.milena.server.partition.PartitionHome;
import io.milena.testing.SeededRandomness;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ReferenceCounted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The data path of broker 1 without sockets: requests go in as frames, answers come out as messages. */
public final class ApiHome implements AutoCloseable {

    private static final int FETCH_MAX_BYTES = 1 << 20;
    private static final int MAX_SESSIONS = 3;

    /** Most bytes of all answers that are converted for old clients and not taken. */
    static final int MAX_CONVERTED_BYTES = 12_500;

    public final PartitionHome home;
    public final ClusterView cluster = new ClusterView(ClusterImage.empty("test"));
    final MetricRegistry registry = new MetricRegistry();
    final ApiTable table = new ApiTable();
    public final ApiDispatcher dispatcher = new ApiDispatcher(table, new RequestMetrics(registry));
    private long nextProducerId = 1000;

    /** Knows of no transaction unless a test says so. */
    TransactionVerifier verifier =
            (transactionalId, producer, partition, reply) -> reply.give(ErrorCode.INVALID_TXN_STATE);

    public ApiHome(Path directory) {
        home = new PartitionHome(directory);
        var config =
                new DataConfig(FETCH_MAX_BYTES, MAX_CONVERTED_BYTES, MAX_SESSIONS, 120_000, RecordValidation.FULL, 0);
        DataApis.serve(
                table,
                new DataServices(
                        config,
                        home.partitions,
                        cluster,
                        new PresentVerifier(),
                        Runnable::run,
                        home.loop,
                        new SeededRandomness(5),
                        home.registry));
        table.serve(
                ApiKey.INIT_PRODUCER_ID,
                0,
                5,
                new InitProducerIdHandler(
                        (onId, onError) -> onId.accept(nextProducerId++),
                        (ask, reply) -> reply.give(InitAnswer.failed(ErrorCode.COORDINATOR_NOT_AVAILABLE))));
        var endpoints = new TreeMap<String, EndpointImage>();
        endpoints.put("PLAINTEXT", new EndpointImage("PLAINTEXT", "PLAINTEXT", "two.example", 9092));
        publish(cluster.current().edit().put(new BrokerImage(2, 1, endpoints, "rack-2")));
    }

    private void publish(ClusterImage.Edit edit) {
        cluster.publish(edit.done());
    }

    /** A topic whose partitions this broker alone leads. */
    public Partition lead(String topic, Uuid topicId, int partitions) {
        know(topic, topicId, partitions, 1);
        Partition first = home.lead(new TopicPartition(topic, 0), topicId);
        for (int i = 1; i < partitions; i++) {
            home.lead(new TopicPartition(topic, i), topicId);
        }
        return first;
    }

    /** A topic that is known to have this leader, which says nothing of what this broker holds. */
    public void know(String topic, Uuid topicId, int partitions, int leader) {
        List<PartitionImage> images = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            images.add(
                    new PartitionImage(i, leader, 3, List.of(leader), List.of(leader), 0, PartitionImage.Moves.NONE));
        }
        publish(cluster.current().edit().put(new TopicImage(topic, topicId, images)));
    }

    /** Sends a request and returns what becomes of it. */
    public RecordingExchange send(ApiKey key, int version, ApiMessage request) {
        return send(key, version, "test-client", request);
    }

    public RecordingExchange send(ApiKey key, int version, String clientId, ApiMessage request) {
        RecordingExchange exchange = exchange(key, version, clientId, request);
        dispatcher.handle(exchange);
        return exchange;
    }

    private RecordingExchange exchange(ApiKey key, int version, String clientId, ApiMessage request) {
        ByteBuf frame = frame(key, version, clientId, request);
        request.release();
        return new RecordingExchange(frame, home.loop);
    }

    /** Sends a request for a client that does not take its answer until the exchange is told so. */
    RecordingExchange sendDeaf(ApiKey key, int version, ApiMessage request) {
        RecordingExchange exchange = exchange(key, version, "deaf-client", request);
        exchange.keepAnswer();
        dispatcher.handle(exchange);
        return exchange;
    }

    private static ByteBuf frame(ApiKey key, int version, String clientId, ApiMessage request) {
        var header = RequestHeader.of(key, (short) version, 77, clientId);
        GatheringSink sink = GatheringSink.request(
                UnpooledByteBufAllocator.DEFAULT, header, key.requestHeaderVersion((short) version), request);
        ByteBuf frame = Unpooled.buffer();
        for (ReferenceCounted part : sink.parts()) {
            frame.writeBytes(part instanceof ByteBuf bytes ? bytes : ((ByteBufHolder) part).content());
            part.release();
        }
        return frame.skipBytes(Integer.BYTES);
    }

    /** The answer to a request that is answered at once, or as soon as disks have brought what it takes. */
    public <A extends ApiMessage> A ask(ApiKey key, int version, Class<A> type, ApiMessage request) {
        RecordingExchange exchange = send(key, version, request);
        home.loop.runTasks();
        return answer(key, version, type, exchange);
    }

    /** The answer that an exchange has got. */
    public static <A extends ApiMessage> A answer(ApiKey key, int version, Class<A> type, RecordingExchange exchange) {
        ByteBuf response = exchange.response();
        assertThat(response)
                .as("response to " + key + ", closed: " + exchange.closedBecause())
                .isNotNull();
        assertThat(response.readInt()).isEqualTo(response.readableBytes());
        try {
            ResponseHeader header = ResponseHeader.read(response, key.responseHeaderVersion((short) version));
            assertThat(header.correlationId()).isEqualTo(77);
            A answer = type.cast(key.readResponse(response, (short) version));
            assertThat(response.isReadable()).isFalse();
            return answer;
        } catch (MalformedMessage e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        home.close();
    }

    /** The one that a test has set last. */
    private final class PresentVerifier implements TransactionVerifier {

        @Override
        public boolean isWanted() {
            return verifier.isWanted();
        }

        @Override
        public void verify(
                String transactionalId,
                TransactionalProducer producer,
                TopicPartition partition,
                Reply<ErrorCode> reply) {
            verifier.verify(transactionalId, producer, partition, reply);
        }
    }
}
