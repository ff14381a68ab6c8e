package io.milena.compat.answers;

import static io.milena.compat.answers.Requests.into;
import static io.milena.compat.answers.Requests.part;
import static io.milena.compat.answers.Requests.produce;
import static io.milena.compat.answers.Requests.records;
import static io.milena.compat.answers.Requests.thenStored;
import static io.milena.compat.answers.World.MINUTE_MS;
import static io.milena.compat.answers.World.START_MS;

import com.github.luben.zstd.Zstd;
import io.milena.protocol.ApiKey;
import io.milena.testkit.Compressions;
import io.milena.testkit.WireBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Produce with batches of format 2. Stateless. */
final class ProduceQuestions {

    private static final int FIRST = 3;
    private static final int LAST = 11;

    private ProduceQuestions() {}

    static List<Question> all() {
        List<Question> questions = new ArrayList<>(List.of(
                batch("a batch", ask -> two()).onOwnTopic(Map.of()),
                batch("a batch with gzip", ask -> two().compressed(WireBatch.GZIP, Compressions::gzip)),
                batch("a batch with zstd", ask -> two().compressed(WireBatch.ZSTD, Zstd::compress)),
                batch("a wrong base offset", ask -> two().baseOffset(7)),
                batch("a wrong maximum timestamp", ask -> two().maxTimestamp(5)),
                batch("a last offset beside the count", ask -> two().lastOffsetDelta(5)),
                batch("more counted than there are", ask -> two().count(3).lastOffsetDelta(2)),
                batch("fewer counted than there are", ask -> two().count(1).lastOffsetDelta(0)),
                batch(
                        "a wrong count inside gzip",
                        ask -> two().count(3).lastOffsetDelta(2).compressed(WireBatch.GZIP, Compressions::gzip)),
                batch("garbage inside gzip", ask -> two().compressed(WireBatch.GZIP, plain -> new byte[] {1, 2, 3})),
                batch("a codec that nobody knows", ask -> two().attributes(7)),
                batch("a wrong checksum", ask -> two().withWrongCrc()),
                batch("a control batch", ask -> two().attributes(WireBatch.CONTROL)),
                batch("a delete horizon", ask -> two().attributes(WireBatch.DELETE_HORIZON)),
                batch("transactional without an id", ask -> two().attributes(WireBatch.TRANSACTIONAL)),
                batch("an identified producer without sequence", ask -> two().producer(77, 0, -1)),
                batch("no records in the batch", ask -> WireBatch.of(START_MS)),
                batch("too large", ask -> WireBatch.of(START_MS, "x".repeat(500)))
                        .onOwnTopic(Map.of("max.message.bytes", "300")),
                batch("append time", ask -> two()).onOwnTopic(Map.of("message.timestamp.type", "LogAppendTime")),
                batch("before the topic's bounds", ask -> two())
                        .onOwnTopic(Map.of("message.timestamp.before.max.ms", "1000")),
                batch("after the topic's bounds", ask -> WireBatch.now("a").maxTimestamp(0))
                        .onOwnTopic(Map.of("message.timestamp.after.max.ms", "1000"))));
        questions.addAll(codecs());
        questions.addAll(frames());
        questions.addAll(names());
        questions.addAll(producers());
        return questions;
    }

    private static WireBatch two() {
        return WireBatch.of(START_MS, "a", "b");
    }

    private static Question batch(String name, Function<Question.Ask, WireBatch> batch) {
        return bytes(name, ask -> batch.apply(ask).bytes());
    }

    private static Question bytes(String name, Function<Question.Ask, byte[]> bytes) {
        var question =
                Question.of(ApiKey.PRODUCE, FIRST, LAST, name, ask -> produce(ask, -1, records(bytes.apply(ask))));
        return thenStored(question.onOwnTopic(Map.of()));
    }

    private static List<Question> codecs() {
        return List.of(
                batch("plain into a topic with gzip", ask -> two()).onOwnTopic(Map.of("compression.type", "gzip")),
                batch("gzip into a topic without", ask -> two().compressed(WireBatch.GZIP, Compressions::gzip))
                        .onOwnTopic(Map.of("compression.type", "uncompressed")),
                batch("gzip into a topic with lz4", ask -> two().compressed(WireBatch.GZIP, Compressions::gzip))
                        .onOwnTopic(Map.of("compression.type", "lz4")),
                batch("plain without key into a compacted topic", ask -> two())
                        .onOwnTopic(Map.of("cleanup.policy", "compact")));
    }

    private static List<Question> frames() {
        return List.of(
                bytes("two batches", ask -> joined(two().bytes(), two().bytes())),
                bytes("a batch and a byte", ask -> joined(two().bytes(), new byte[1])),
                bytes("a batch and a header's worth of zeros", ask -> joined(two().bytes(), new byte[61])),
                bytes("a batch and half of another", ask -> joined(two().bytes(), half())),
                bytes("half a batch", ask -> half()),
                bytes("no bytes", ask -> new byte[0]),
                bytes("five bytes", ask -> new byte[5]),
                bytes("a message of format 1", ask -> OldProduceQuestions.messageOfFormat(1)),
                Question.of(ApiKey.PRODUCE, LAST, LAST, "null records", ask -> produce(ask, -1, null))
                        .onOwnTopic(Map.of())
                        .withoutAnswer());
    }

    private static byte[] half() {
        return Arrays.copyOf(two().bytes(), 40);
    }

    static byte[] joined(byte[] one, byte[] two) {
        byte[] all = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, all, one.length, two.length);
        return all;
    }

    private static List<Question> names() {
        return List.of(
                named("to a topic that is not there", "nowhere", 0),
                named("to a partition that is not there", World.EMPTY, 9),
                named("to a negative partition", World.EMPTY, -1),
                named("to a name that cannot be", "no name!", 0),
                named("to no name", "", 0),
                named("to an internal topic", "__consumer_offsets", 0),
                Question.of(ApiKey.PRODUCE, FIRST, LAST, "no topics", ask -> produce(-1)),
                Question.of(
                        ApiKey.PRODUCE,
                        FIRST,
                        LAST,
                        "a topic without partitions",
                        ask -> produce(-1, into(World.EMPTY))),
                Question.of(ApiKey.PRODUCE, FIRST, LAST, "acks 2", ask -> produce(ask, 2, two().records()))
                        .onOwnTopic(Map.of()),
                Question.of(ApiKey.PRODUCE, FIRST, LAST, "acks 1", ask -> produce(ask, 1, two().records()))
                        .onOwnTopic(Map.of()),
                Question.of(ApiKey.PRODUCE, LAST, LAST, "acks 0", ask -> produce(ask, 0, two().records()))
                        .onOwnTopic(Map.of())
                        .withoutAnswer(),
                Question.of(
                                ApiKey.PRODUCE,
                                LAST,
                                LAST,
                                "acks 0 with a wrong checksum",
                                ask -> produce(ask, 0, two().withWrongCrc().records()))
                        .onOwnTopic(Map.of())
                        .withoutAnswer(),
                several("several topics and partitions", 1),
                several("the same partition twice", 0));
    }

    private static Question named(String name, String topic, int partition) {
        return Question.of(
                ApiKey.PRODUCE, FIRST, LAST, name, ask -> produce(-1, into(topic, part(partition, two().records()))));
    }

    private static Question several(String name, int other) {
        return thenStored(Question.of(
                        ApiKey.PRODUCE,
                        LAST - 1,
                        LAST,
                        name,
                        ask -> produce(
                                -1,
                                into(ask.topic(), part(0, two().records())),
                                into("nowhere", part(3, two().records())),
                                into(
                                        ask.topic(),
                                        part(
                                                other,
                                                WireBatch.of(START_MS, "again").records()))))
                .onOwnTopic(Map.of()));
    }

    private static List<Question> producers() {
        return List.of(
                sequences("sequences in order, then the first again", 0, 0, 2, 0),
                sequences("any sequence first, then a gap", 42, 0, 46, 0),
                sequences("an older epoch", 0, 3, 2, 2),
                sequences("a newer epoch with another sequence than zero", 0, 3, 2, 4),
                sequences("a newer epoch from zero", 0, 3, 0, 4));
    }

    /** Two batches of one producer, and the first of them again. */
    private static Question sequences(String name, int first, int firstEpoch, int second, int secondEpoch) {
        return thenStored(Question.of(
                        ApiKey.PRODUCE,
                        LAST,
                        LAST,
                        name,
                        ask -> produce(
                                ask,
                                -1,
                                two().producer(ask.world().producerOf(name), firstEpoch, first)
                                        .records()))
                .onOwnTopic(Map.of())
                .then(
                        ApiKey.PRODUCE,
                        LAST,
                        ask -> produce(
                                ask,
                                -1,
                                WireBatch.of(START_MS + MINUTE_MS, "c", "d")
                                        .producer(ask.world().producerOf(name), secondEpoch, second)
                                        .records()))
                .then(
                        ApiKey.PRODUCE,
                        LAST,
                        ask -> produce(
                                ask,
                                -1,
                                two().producer(ask.world().producerOf(name), firstEpoch, first)
                                        .records())));
    }
}
