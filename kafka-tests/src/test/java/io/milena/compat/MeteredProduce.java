package io.milena.compat;

import io.milena.compat.MeteredCase.Stage;
import io.milena.protocol.ApiKey;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.testkit.Compressions;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireMessageSet;
import io.milena.testkit.WireTopic;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Good and bad Produce requests, for what the meters make of them. */
final class MeteredProduce {

    private static final int ALL = -1;
    private static final int FIRST_WITH_BATCHES = 3;
    private static final int WITHOUT_ZSTD = 6;
    private static final Map<String, String> COMPACTED = Map.of("cleanup.policy", "compact");

    private final List<MeteredCase> cases = new ArrayList<>();

    private MeteredProduce() {}

    static List<MeteredCase> cases() {
        var all = new MeteredProduce();
        all.good();
        all.refusedAsAWhole();
        all.forged();
        all.limits();
        all.idempotent();
        all.keyless();
        all.oldFormats();
        all.several();
        return all.cases;
    }

    private void add(String name, Consumer<Stage> action) {
        cases.add(MeteredCase.of(ApiKey.PRODUCE, name, action));
    }

    private void add(String name, Map<String, String> configs, Consumer<Stage> action) {
        cases.add(MeteredCase.of(ApiKey.PRODUCE, name, action).with(configs));
    }

    /** One batch with acks=all. */
    private void batch(String name, Map<String, String> configs, Supplier<WireBatch> batch) {
        add(name, configs, stage -> stage.topic().produce(batch.get()));
    }

    private void batch(String name, Supplier<WireBatch> batch) {
        batch(name, Map.of(), batch);
    }

    private static void send(Stage stage, int version, ProduceRequest request) {
        stage.client().call(ProduceResponse.class, ApiKey.PRODUCE, version, request);
    }

    private static void unanswered(Stage stage, WireBatch batch) {
        var request = stage.topic().production(0, batch);
        stage.client().send(ApiKey.PRODUCE, WireTopic.PRODUCE_VERSION, request);
    }

    private void good() {
        batch("two records", () -> WireBatch.now("a", "b"));
        batch("two records in gzip", () -> WireBatch.now("a", "b").compressed(WireBatch.GZIP, Compressions::gzip));
        batch("a codec forced by the topic", Map.of("compression.type", "gzip"), () -> WireBatch.now("a", "b"));
        batch(
                "a codec forced by the topic that is there",
                Map.of("compression.type", "gzip"),
                () -> WireBatch.now("a", "b").compressed(WireBatch.GZIP, Compressions::gzip));
        batch(
                "no codec where the topic forbids them",
                Map.of("compression.type", "uncompressed"),
                () -> WireBatch.now("a", "b").compressed(WireBatch.GZIP, Compressions::gzip));
        batch("append time", Map.of("message.timestamp.type", "LogAppendTime"), () -> WireBatch.of(1, "a"));
        for (int version : new int[] {FIRST_WITH_BATCHES, 8, 10}) {
            add(
                    "version " + version,
                    stage -> stage.topic().produce(version, stage.topic().production(1, WireBatch.now("a"))));
        }
        add("acks=0", stage -> unanswered(stage, WireBatch.now("a", "b")));
    }

    private void refusedAsAWhole() {
        add(
                "acks=2",
                stage -> send(stage, WireTopic.PRODUCE_VERSION, stage.topic().production(2, WireBatch.now("a"))));
        add(
                "no topics",
                stage -> send(
                        stage,
                        WireTopic.PRODUCE_VERSION,
                        new ProduceRequest()
                                .transactionalId(null)
                                .acks((short) ALL)
                                .topicData(List.of())));
        add("acks=0 with a wrong checksum", stage -> {
            unanswered(stage, WireBatch.now("a").withWrongCrc());
            stage.client().isClosedByBroker();
        });
        add(
                "transactional without an id",
                stage -> stage.topic()
                        .produce(WireBatch.now("a").producer(5, 0, 0).attributes(WireBatch.TRANSACTIONAL)));
        add(
                "zstd in version 6",
                stage -> send(
                        stage,
                        WITHOUT_ZSTD,
                        stage.topic().production(1, WireBatch.now("a").attributes(WireBatch.ZSTD))));
        add(
                "format 1 in version 9",
                stage -> send(
                        stage,
                        WireTopic.PRODUCE_VERSION,
                        stage.topic().production(1, messages(1, 0, "a").records())));
        batch("more replicas wanted than there are", Map.of("min.insync.replicas", "2"), () -> WireBatch.now("a"));
    }

    private void forged() {
        batch("a wrong checksum", () -> WireBatch.now("a", "b").withWrongCrc());
        batch("a control batch", () -> WireBatch.now("a").attributes(WireBatch.CONTROL));
        batch("the delete horizon", () -> WireBatch.now("a").attributes(WireBatch.DELETE_HORIZON));
        batch("fewer records than counted", () -> WireBatch.now("a").count(2));
        batch("a last offset beside the count", () -> WireBatch.now("a", "b").lastOffsetDelta(5));
        batch("a base offset", () -> WireBatch.now("a").baseOffset(7));
        batch(
                "a base offset, in gzip",
                () -> WireBatch.now("a").baseOffset(7).compressed(WireBatch.GZIP, Compressions::gzip));
        batch("a producer without sequence", () -> WireBatch.now("a").producer(7, 0, -1));
        batch("an unknown codec", () -> WireBatch.now("a").attributes(7));
        batch("garbage in gzip", () -> WireBatch.now("a").compressed(WireBatch.GZIP, plain -> new byte[] {1, 2, 3, 4}));
        batch(
                "a wrong count in gzip",
                () -> WireBatch.now("a", "b")
                        .count(3)
                        .lastOffsetDelta(2)
                        .compressed(WireBatch.GZIP, Compressions::gzip));
        add("two batches", stage -> stage.topic().produce(WireBatch.now("a"), WireBatch.now("b")));
        add("a batch cut short", stage -> {
            byte[] whole = WireBatch.now("a", "b").bytes();
            var cut = new RecordsBuffer(Unpooled.wrappedBuffer(whole, 0, whole.length - 3));
            send(stage, WireTopic.PRODUCE_VERSION, stage.topic().production(ALL, cut));
        });
    }

    private void limits() {
        batch("too large", Map.of("max.message.bytes", "500"), () -> WireBatch.now("x".repeat(500)));
        batch("larger than a segment", Map.of("segment.bytes", "300"), () -> WireBatch.now("x".repeat(500)));
        batch(
                "a timestamp too old",
                Map.of("message.timestamp.before.max.ms", "1000"),
                () -> WireBatch.of(nowMs() - 100_000, "a", "b"));
    }

    private void idempotent() {
        add("an idempotent batch, repeated", stage -> {
            var batch = WireBatch.now("a", "b").producer(1_000, 0, 0);
            stage.topic().produce(batch);
            stage.topic().produce(batch);
        });
        add("a sequence out of order", stage -> {
            stage.topic().produce(WireBatch.now("a", "b").producer(1_001, 0, 0));
            stage.topic().produce(WireBatch.now("a", "b").producer(1_001, 0, 5));
        });
        add("an old producer epoch", stage -> {
            stage.topic().produce(WireBatch.now("a").producer(1_002, 3, 0));
            stage.topic().produce(WireBatch.now("a").producer(1_002, 2, 1));
        });
    }

    private void keyless() {
        batch("no key on a compacted topic", COMPACTED, () -> WireBatch.now("a"));
        batch(
                "three of four without key",
                COMPACTED,
                () -> WireBatch.now("a", "b", "c", "d").keys("", "k"));
        batch(
                "the last without key",
                COMPACTED,
                () -> WireBatch.now("a", "b", "c").keys("k", "k"));
        batch(
                "three without key in gzip",
                COMPACTED,
                () -> WireBatch.now("a", "b", "c").compressed(WireBatch.GZIP, Compressions::gzip));
        batch("all with keys", COMPACTED, () -> WireBatch.now("a", "b").keys("k", "k"));
        old("format 1 without keys on a compacted topic", COMPACTED, () -> messages(1, 0, "a", "b"));
    }

    /** Messages of an old format without keys, with offsets from {@code firstOffset} on. */
    private static WireMessageSet messages(int format, long firstOffset, String... values) {
        var set = WireMessageSet.ofFormat(format);
        for (int i = 0; i < values.length; i++) {
            set.message(firstOffset + i, nowMs(), values[i]);
        }
        return set;
    }

    private static long nowMs() {
        return System.currentTimeMillis();
    }

    private void old(String name, Map<String, String> configs, Supplier<WireMessageSet> messages) {
        add(
                name,
                configs,
                stage -> send(
                        stage, 2, stage.topic().production(ALL, messages.get().records())));
    }

    private void oldFormats() {
        old("format 1", Map.of(), () -> messages(1, 0, "a", "b"));
        old("format 0", Map.of(), () -> messages(0, 0, "a", "b", "c"));
        old("format 1 under append time", Map.of("message.timestamp.type", "LogAppendTime"), () -> messages(1, 0, "a"));
        old(
                "format 1 with a wrong checksum",
                Map.of(),
                () -> messages(1, 0, "a").withWrongCrc().message(1, nowMs(), "b"));
        old("format 1 from offset 5", Map.of(), () -> messages(1, 5, "a", "b"));
        old("format 1 too large", Map.of("max.message.bytes", "200"), () -> messages(1, 0, "x".repeat(500)));
        add("a batch in version 2", stage -> send(stage, 2, stage.topic().production(ALL, WireBatch.now("a"))));
    }

    private void several() {
        add(
                "a topic that does not exist",
                stage -> send(stage, WireTopic.PRODUCE_VERSION, to(MeteredRun.NO_TOPIC, 0, WireBatch.now("a"))));
        add(
                "a partition that does not exist",
                stage -> send(stage, WireTopic.PRODUCE_VERSION, to(stage.topic().name(), 9, WireBatch.now("a"))));
        add(
                "a name that no topic can have",
                stage -> send(stage, WireTopic.PRODUCE_VERSION, to("no/topic", 0, WireBatch.now("a"))));
        add(
                "one good and two bad partitions",
                stage -> send(
                        stage,
                        WireTopic.PRODUCE_VERSION,
                        new ProduceRequest()
                                .transactionalId(null)
                                .acks((short) ALL)
                                .timeoutMs(1_000)
                                .topicData(List.of(
                                        data(
                                                stage.topic().name(),
                                                part(0, WireBatch.now("a")),
                                                part(3, WireBatch.now("b"))),
                                        data(MeteredRun.NO_TOPIC, part(0, WireBatch.now("c")))))));
    }

    private static ProduceRequest to(String topic, int partition, WireBatch batch) {
        return new ProduceRequest()
                .transactionalId(null)
                .acks((short) ALL)
                .timeoutMs(1_000)
                .topicData(List.of(data(topic, part(partition, batch))));
    }

    private static ProduceRequest.TopicProduceData data(String topic, ProduceRequest.PartitionProduceData... parts) {
        return new ProduceRequest.TopicProduceData().name(topic).partitionData(List.of(parts));
    }

    private static ProduceRequest.PartitionProduceData part(int index, WireBatch batch) {
        return new ProduceRequest.PartitionProduceData().index(index).records(batch.records());
    }
}
