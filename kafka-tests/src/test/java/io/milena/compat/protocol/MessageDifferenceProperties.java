package io.milena.compat.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiMessage;
import io.milena.testkit.ReferenceJars;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every message in every version, random content: ours and the reference's write the same bytes and read each other's
 * to the same content. The oracle is the oldest release that has the version.
 */
class MessageDifferenceProperties {

    private static final int SEEDS = 4;

    private static List<ReferenceMessages> releases = List.of();

    @BeforeAll
    static void openReleases() {
        releases = Stream.of(ReferenceJars.CLIENTS_3_9, ReferenceJars.CLIENTS_4_4, ReferenceJars.BROKER_3_9)
                .map(ReferenceMessages::new)
                .toList();
    }

    @AfterAll
    static void closeReleases() {
        releases.forEach(ReferenceMessages::close);
    }

    @TestFactory
    Stream<DynamicTest> bytesAndContentAreThoseOfTheReference() {
        return Schema.all().stream()
                .map(schema -> DynamicTest.dynamicTest(schema.name(), () -> compareAllVersions(schema)));
    }

    private static void compareAllVersions(Schema schema) {
        for (int version = schema.versions().low(); version <= schema.versions().high(); version++) {
            ReferenceMessages oracle = oracleFor(schema, (short) version);
            for (long seed = 0; seed < SEEDS; seed++) {
                ApiMessage message = new RandomMessages(seed).next(schema, (short) version);
                String where = schema.name() + " v" + version + ", seed " + seed;
                compare(schema, oracle, message, (short) version, where);
            }
        }
    }

    private static ReferenceMessages oracleFor(Schema schema, short version) {
        return releases.stream()
                .filter(release -> release.has(schema.name(), version))
                .findFirst()
                .orElseThrow(() -> new AssertionError(schema.name() + " v" + version + ": no release has it"));
    }

    private static void compare(
            Schema schema, ReferenceMessages oracle, ApiMessage message, short version, String where) {
        byte[] written = OurMessages.write(message, version);
        String json = MessageJson.of(schema, message, version);

        Object theirs = oracle.read(schema.name(), written, version);
        assertThat(oracle.json(theirs, version)).as(where + ", content").isEqualTo(oracle.normalized(json));
        byte[] theirBytes = oracle.write(theirs, version);
        assertThat(theirBytes).as(where + ", bytes").isEqualTo(written);

        assertReads(schema, theirBytes, message, version, where);
        if (!schema.hasRecords()) {
            compareFromJson(schema, oracle, json, version, where);
        }
    }

    private static void assertReads(Schema schema, byte[] bytes, ApiMessage expected, short version, String where) {
        var in = Unpooled.wrappedBuffer(bytes);
        ApiMessage read = OurMessages.read(schema.name(), in, version);

        assertThat(in.readableBytes()).as(where + ", bytes left unread").isZero();
        assertThat(read).as(where).isEqualTo(expected).hasSameHashCodeAs(expected);
        assertThat(OurMessages.write(read, version))
                .as(where + ", written again")
                .isEqualTo(bytes);
        read.release();
        assertThat(in.refCnt()).as(where + ", references left").isOne();
    }

    /** Theirs made from content and not from our bytes; unknown tagged fields do not show in JSON. */
    private static void compareFromJson(
            Schema schema, ReferenceMessages oracle, String json, short version, String where) {
        byte[] theirBytes = oracle.write(oracle.fromJson(schema.name(), json, version), version);
        ApiMessage read = OurMessages.read(schema.name(), Unpooled.wrappedBuffer(theirBytes), version);

        assertThat(oracle.normalized(MessageJson.of(schema, read, version)))
                .as(where + ", made from JSON")
                .isEqualTo(oracle.normalized(json));
        assertThat(OurMessages.write(read, version))
                .as(where + ", made from JSON")
                .isEqualTo(theirBytes);
    }
}
