package io.milena.compat.answers;

import static io.milena.compat.answers.Requests.produce;
import static io.milena.compat.answers.Requests.records;
import static io.milena.compat.answers.Requests.thenStored;
import static io.milena.compat.answers.World.START_MS;
import static io.milena.testkit.Compressions.BROKEN_LZ4_CHECKSUM;
import static io.milena.testkit.Compressions.RIGHT_LZ4_CHECKSUM;
import static io.milena.testkit.WireMessageSet.GZIP;
import static io.milena.testkit.WireMessageSet.LZ4;
import static io.milena.testkit.WireMessageSet.NO_TIMESTAMP;

import io.milena.protocol.ApiKey;
import io.milena.testkit.Compressions;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireMessageSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Produce v0 to v2, which carry message sets of formats 0 and 1. Stateless. */
final class OldProduceQuestions {

    private static final int LAST = 2;

    private OldProduceQuestions() {}

    static List<Question> all() {
        List<Question> questions = new ArrayList<>();
        for (int format : new int[] {0, 1}) {
            questions.addAll(plain(format));
            questions.addAll(compressed(format));
        }
        questions.add(old(
                "a batch of format 2", 0, () -> WireBatch.of(START_MS, "a", "b").bytes()));
        questions.add(old("no bytes", 0, () -> new byte[0]));
        questions.add(old("five bytes", 0, () -> new byte[5]));
        questions.add(old(
                "another message behind a batch",
                0,
                () -> joined(WireBatch.of(START_MS, "a", "b").bytes(), messageOfFormat(1))));
        return questions;
    }

    private static List<Question> plain(int format) {
        return List.of(
                old("a message", format, () -> messageOfFormat(format)),
                old("three messages", format, () -> three(format, 0, 1, 2).bytes()),
                old(
                        "three messages with gaps",
                        format,
                        () -> three(format, 4, 9, 2).bytes()),
                old(
                        "a null value",
                        format,
                        () -> WireMessageSet.ofFormat(format)
                                .message(0, START_MS, null)
                                .bytes()),
                old(
                        "a message without a time",
                        format,
                        () -> WireMessageSet.ofFormat(format)
                                .message(0, NO_TIMESTAMP, "a")
                                .bytes()),
                old(
                        "a wrong checksum",
                        format,
                        () -> WireMessageSet.ofFormat(format)
                                .withWrongCrc()
                                .message(0, START_MS, "a")
                                .bytes()),
                old(
                        "half a message behind a whole one",
                        format,
                        () -> joined(messageOfFormat(format), Arrays.copyOf(messageOfFormat(format), 20))),
                old(
                                "append time, three messages",
                                format,
                                () -> three(format, 0, 1, 2).bytes())
                        .onOwnTopic(Map.of("message.timestamp.type", "LogAppendTime")),
                old(
                                "into gzip, three messages",
                                format,
                                () -> three(format, 0, 1, 2).bytes())
                        .onOwnTopic(Map.of("compression.type", "gzip")));
    }

    private static List<Question> compressed(int format) {
        return List.of(
                old("three in gzip", format, () -> wrapped(2, three(format, 0, 1, 2))),
                old("three in gzip with gaps", format, () -> wrapped(9, three(format, 1, 4, 9))),
                old("three in gzip, all offsets zero", format, () -> wrapped(0, three(format, 0, 0, 0))),
                old("three in gzip, wrong outer offset", format, () -> wrapped(5, three(format, 0, 1, 2))),
                old(
                        "two sets in gzip",
                        format,
                        () -> joined(wrapped(2, three(format, 0, 1, 2)), wrapped(2, three(format, 0, 1, 2)))),
                old(
                        "lz4 with the right header checksum",
                        format,
                        () -> three(format, 0, 1, 2)
                                .wrapped(2, START_MS + 2, LZ4, Compressions.lz4(RIGHT_LZ4_CHECKSUM))
                                .bytes()),
                old(
                        "lz4 with the broken header checksum",
                        format,
                        () -> three(format, 0, 1, 2)
                                .wrapped(2, START_MS + 2, LZ4, Compressions.lz4(BROKEN_LZ4_CHECKSUM))
                                .bytes()),
                old(
                        "gzip in gzip",
                        format,
                        () -> three(format, 0, 1, 2)
                                .wrapped(2, START_MS + 2, GZIP, Compressions::gzip)
                                .wrapped(2, START_MS + 2, GZIP, Compressions::gzip)
                                .bytes()),
                old(
                        "garbage in gzip",
                        format,
                        () -> three(format, 0, 1, 2)
                                .wrapped(2, START_MS + 2, GZIP, inner -> new byte[] {1, 2, 3})
                                .bytes()),
                old(
                        "nothing in gzip",
                        format,
                        () -> WireMessageSet.ofFormat(format)
                                .wrapped(0, START_MS, GZIP, Compressions::gzip)
                                .bytes()));
    }

    static byte[] messageOfFormat(int format) {
        return WireMessageSet.ofFormat(format).message(0, START_MS, "a").bytes();
    }

    private static WireMessageSet three(int format, long first, long second, long third) {
        return WireMessageSet.ofFormat(format)
                .message(first, START_MS, "a")
                .message(second, START_MS + 1, "b")
                .message(third, START_MS + 2, "c");
    }

    private static byte[] wrapped(long offset, WireMessageSet inner) {
        return inner.wrapped(offset, START_MS + 2, GZIP, Compressions::gzip).bytes();
    }

    private static byte[] joined(byte[] one, byte[] two) {
        return ProduceQuestions.joined(one, two);
    }

    private static Question old(String name, int format, Supplier<byte[]> bytes) {
        String title = "old format " + format + ", " + name;
        return thenStored(Question.of(ApiKey.PRODUCE, 0, LAST, title, ask -> produce(ask, -1, records(bytes.get())))
                .onOwnTopic(Map.of()));
    }
}
