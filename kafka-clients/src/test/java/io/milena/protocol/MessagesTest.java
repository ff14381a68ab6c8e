package io.milena.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.milena.protocol.messages.ApiVersionsResponse;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.milena.protocol.messages.SaslAuthenticateRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What all generated messages have in common, shown on some: captured bytes, limits, errors, references. */
class MessagesTest {

    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex.replace(" ", "")));
    }

    private static String hex(ApiMessage message, int version) {
        ByteBuf out = Unpooled.buffer();
        message.write(new BufferSink(out), (short) version);
        return ByteBufUtil.hexDump(out);
    }

    @Test
    void theCapturedAnswerToAnUnknownVersionIsRead() throws MalformedMessage {
        String captured = "0023 00000001 0012 0000 0004";

        ApiVersionsResponse read = ApiVersionsResponse.read(bytes(captured), (short) 0);

        assertThat(read.errorCode()).isEqualTo((short) 35);
        assertThat(read.apiKeys()).singleElement().satisfies(api -> {
            assertThat(api.apiKey()).isEqualTo(ApiKey.API_VERSIONS.id());
            assertThat(api.maxVersion()).isEqualTo((short) 4);
        });
        assertThat(hex(read, 0)).isEqualTo(captured.replace(" ", ""));
    }

    @Test
    void theCapturedFeaturesEpochIsTagOne() throws MalformedMessage {
        String captured = "0000 02 0012 0000 0004 00 00000000 01 01 08 0000000000000000";

        ApiVersionsResponse read = ApiVersionsResponse.read(bytes(captured), (short) 3);

        assertThat(read.finalizedFeaturesEpoch()).isZero();
        assertThat(hex(read, 3)).isEqualTo(captured.replace(" ", ""));
    }

    @Test
    void whatAVersionCannotCarryIsRefusedByName() {
        var request = new HeartbeatRequest().groupInstanceId("static");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> request.write(new BufferSink(Unpooled.buffer()), (short) 2))
                .withMessage("HeartbeatRequest.groupInstanceId: version 2 cannot carry the value it has");
        assertThatIllegalArgumentException().isThrownBy(() -> request.size((short) 2));
        assertThat(request.size((short) 3)).isPositive();
    }

    @Test
    void whatIsIgnorableIsDropped() {
        assertThat(hex(new FetchRequest().maxBytes(5), 2)).isEqualTo(hex(new FetchRequest(), 2));
    }

    @Test
    void nullIsRefusedWhereAVersionDoesNotKnowIt() {
        var all = new MetadataRequest().topics(null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> hex(all, 0))
                .withMessage("MetadataRequest.topics: version 0 cannot carry null");
        assertThat(hex(all, 1)).isEqualTo("ffffffff");
    }

    @Test
    void nullIsNotReadWhereAVersionDoesNotKnowIt() {
        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> MetadataRequest.read(bytes("ffffffff"), (short) 0))
                .withMessageContaining("MetadataRequest.topics: null");
    }

    @Test
    void versionsOutOfRangeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> hex(new HeartbeatRequest(), 5));
        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> HeartbeatRequest.read(Unpooled.EMPTY_BUFFER, (short) -1))
                .withMessageContaining("version -1 (expected: 0 to 4)");
    }

    @Test
    void aStringEndsAt32767BytesInEveryVersion() {
        var longest = new HeartbeatRequest().groupId("x".repeat(Short.MAX_VALUE));
        var longer = new HeartbeatRequest().groupId("é".repeat(Short.MAX_VALUE / 2 + 1));

        for (int version = 0; version <= HeartbeatRequest.HIGHEST_VERSION; version++) {
            int each = version;
            assertThat(hex(longest, each)).isNotEmpty();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> hex(longer, each))
                    .withMessageContaining("HeartbeatRequest.groupId: string of 32768 bytes");
        }
    }

    @Test
    void aLongerStringIsNotReadEither() {
        ByteBuf in = Unpooled.buffer();
        Varints.writeUnsigned(in, 40_001);
        in.writeZero(50_000);

        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> HeartbeatRequest.read(in, (short) 4))
                .withMessageContaining("string of 40000 bytes");
    }

    @Test
    void bytesThatAreNoUtf8BecomeReplacementCharacters() throws MalformedMessage {
        HeartbeatRequest read = HeartbeatRequest.read(bytes("04 ffc328 00000001 026d 00 00"), (short) 4);

        assertThat(read.groupId()).isEqualTo("\ufffd\ufffd(");
    }

    @Test
    void aStringThatIsTooLongWithItsReplacementCharactersIsNotRead() throws MalformedMessage {
        int most = Short.MAX_VALUE / 3;

        assertThat(HeartbeatRequest.read(withBadGroupId(most), (short) 3).groupId())
                .isEqualTo("\ufffd".repeat(most));
        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> HeartbeatRequest.read(withBadGroupId(most + 1), (short) 3))
                .withMessageContaining("HeartbeatRequest.groupId: string of 32769 bytes once");
    }

    private static ByteBuf withBadGroupId(int length) {
        ByteBuf in = Unpooled.buffer();
        in.writeShort(length);
        for (int i = 0; i < length; i++) {
            in.writeByte(0xff);
        }
        return in.writeInt(1).writeShort(0).writeShort(-1);
    }

    @Test
    void anAbsurdCountInAShortFrameIsRefused() {
        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> MetadataRequest.read(bytes("7fffffff" + "00".repeat(46)), (short) 0))
                .withMessageContaining("MetadataRequest.topics: 2147483647 elements in 46 bytes");
    }

    @Test
    void recordsAreASliceWithAReferenceOfItsOwn() throws MalformedMessage {
        ByteBuf frame = Unpooled.buffer();
        write(produce("records"), frame);

        ProduceRequest read = ProduceRequest.read(frame, (short) 9);

        assertThat(frame.refCnt()).isEqualTo(2);
        assertThat(read).isEqualTo(produce("records"));
        read.release();
        assertThat(frame.refCnt()).isOne();
        frame.release();
    }

    @Test
    void aFailureBehindRecordsReleasesThem() {
        ByteBuf frame = Unpooled.buffer();
        write(produce("one", "two"), frame);
        ByteBuf cut = frame.slice(0, frame.readableBytes() - 1);

        assertThatExceptionOfType(MalformedMessage.class).isThrownBy(() -> ProduceRequest.read(cut, (short) 9));

        assertThat(frame.refCnt()).isOne();
        frame.release();
    }

    @Test
    void aTextOfAMessageShowsNoSecret() {
        var request = new SaslAuthenticateRequest().authBytes("password".getBytes(StandardCharsets.UTF_8));

        assertThat(request).hasToString("SaslAuthenticateRequest(authBytes=8 bytes)");
    }

    private static void write(ApiMessage message, ByteBuf out) {
        message.write(new BufferSink(out), (short) 9);
        message.release();
    }

    private static ProduceRequest produce(String... records) {
        List<PartitionProduceData> partitions = Arrays.stream(records)
                .map(each -> new PartitionProduceData()
                        .records(new RecordsBuffer(Unpooled.copiedBuffer(each, StandardCharsets.UTF_8))))
                .toList();
        return new ProduceRequest()
                .acks((short) -1)
                .topicData(List.of(new TopicProduceData().name("t").partitionData(partitions)));
    }
}
