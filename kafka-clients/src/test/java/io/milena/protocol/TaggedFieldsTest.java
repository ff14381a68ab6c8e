package io.milena.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.HeartbeatRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tagged sections (KIP-482): order, strangers among known fields, and what is refused. */
class TaggedFieldsTest {

    private static final short FLEXIBLE = 4;

    private static final String HEARTBEAT = "0267" + "00000001" + "026d" + "00";

    private static TaggedFields.Field field(int tag, int... bytes) {
        byte[] value = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            value[i] = (byte) bytes[i];
        }
        return new TaggedFields.Field(tag, value);
    }

    private static ByteBuf bytes(String hex) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
    }

    private static String hex(ApiMessage message, short version) {
        ByteBuf out = Unpooled.buffer();
        message.write(new BufferSink(out), version);
        assertThat(message.size(version)).isEqualTo(out.readableBytes());
        return ByteBufUtil.hexDump(out);
    }

    @Test
    void unknownFieldsComeBackAsTheyWere() throws MalformedMessage {
        String hex = HEARTBEAT + "02" + "320107" + "64020809";

        HeartbeatRequest read = HeartbeatRequest.read(bytes(hex), FLEXIBLE);

        assertThat(read.unknownTaggedFields().fields()).containsExactly(field(50, 7), field(100, 8, 9));
        assertThat(hex(read, FLEXIBLE)).isEqualTo(hex);
    }

    @Test
    void aSenderWithoutOrderIsUnderstood() throws MalformedMessage {
        HeartbeatRequest read = HeartbeatRequest.read(bytes(HEARTBEAT + "02" + "64020809" + "320107"), FLEXIBLE);

        assertThat(hex(read, FLEXIBLE)).isEqualTo(HEARTBEAT + "02" + "320107" + "64020809");
    }

    @Test
    void twoFieldsOfOneTagAreRefused() {
        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> HeartbeatRequest.read(bytes(HEARTBEAT + "02" + "320107" + "320107"), FLEXIBLE))
                .withMessageContaining("tag 50");
        assertThatIllegalArgumentException().isThrownBy(() -> TaggedFields.of(List.of(field(1), field(1))));
    }

    @Test
    void anAbsurdNumberOfFieldsIsRefused() {
        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> HeartbeatRequest.read(bytes(HEARTBEAT + "ffffffff0f" + "320107"), FLEXIBLE))
                .withMessageContaining("4294967295 tagged fields");
    }

    @Test
    void aFieldLongerThanTheMessageIsRefused() {
        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> HeartbeatRequest.read(bytes(HEARTBEAT + "01" + "32" + "ffffffff07"), FLEXIBLE))
                .withMessageContaining("2147483647 bytes long");
    }

    @Test
    void strangersStandAmongKnownFieldsByTheirTags() throws MalformedMessage {
        var strangers = TaggedFields.of(List.of(field(2, 2)));
        var state = new FetchRequest.ReplicaState().replicaId(1).replicaEpoch(2);
        var request = new FetchRequest().clusterId("c").replicaState(state).unknownTaggedFields(strangers);

        String hex = hex(request, (short) 15);

        assertThat(hex).endsWith("03" + "00020263" + "010d00000001000000000000000200" + "020102");
        assertThat(FetchRequest.read(bytes(hex), (short) 15)).isEqualTo(request);
    }

    @Test
    void aTagThatAVersionDoesNotKnowStaysAStranger() throws MalformedMessage {
        var strangers = TaggedFields.of(List.of(field(1, 9)));
        var request = new FetchRequest().clusterId("c").unknownTaggedFields(strangers);

        String hex = hex(request, (short) 12);

        assertThat(hex).endsWith("02" + "00020263" + "010109");
        assertThat(FetchRequest.read(bytes(hex), (short) 12)).isEqualTo(request);
    }

    @Test
    void aStrangerWithTheTagOfAKnownFieldIsRefused() {
        var strangers = TaggedFields.of(List.of(field(0, 9)));
        var request = new FetchRequest().clusterId("c").unknownTaggedFields(strangers);

        assertThatIllegalArgumentException().isThrownBy(() -> hex(request, (short) 12));
    }

    @Test
    void aKnownFieldMustTakeTheBytesItSays() {
        var request = new FetchRequest().clusterId("c");
        String right = hex(request, (short) 12);
        String wrong = right.substring(0, right.length() - "01000202".length() - 2) + "01" + "000302" + "63";

        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> FetchRequest.read(bytes(wrong + "00"), (short) 12))
                .withMessageContaining("tagged field 0 of 3 bytes");
    }
}
