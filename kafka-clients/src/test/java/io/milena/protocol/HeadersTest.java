package io.milena.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which header goes in front of what, and its bytes. */
class HeadersTest {

    @Test
    void theHeaderFollowsTheBody() {
        assertThat(ApiKey.PRODUCE.requestHeaderVersion((short) 8)).isEqualTo(RequestHeader.WITH_CLIENT_ID);
        assertThat(ApiKey.PRODUCE.requestHeaderVersion((short) 9)).isEqualTo(RequestHeader.WITH_TAGS);
        assertThat(ApiKey.PRODUCE.responseHeaderVersion((short) 8)).isEqualTo(ResponseHeader.PLAIN);
        assertThat(ApiKey.PRODUCE.responseHeaderVersion((short) 9)).isEqualTo(ResponseHeader.WITH_TAGS);
        assertThat(ApiKey.SASL_HANDSHAKE.requestHeaderVersion((short) 1)).isEqualTo(RequestHeader.WITH_CLIENT_ID);
    }

    @Test
    void theAnswerToApiVersionsNeverHasTags() {
        assertThat(ApiKey.API_VERSIONS.requestHeaderVersion((short) 3)).isEqualTo(RequestHeader.WITH_TAGS);
        assertThat(ApiKey.API_VERSIONS.responseHeaderVersion((short) 3)).isEqualTo(ResponseHeader.PLAIN);
        assertThat(ApiKey.API_VERSIONS.requestHeaderVersion((short) 99)).isEqualTo(RequestHeader.WITH_TAGS);
    }

    @Test
    void theFirstControlledShutdownHasNoClientId() {
        assertThat(ApiKey.CONTROLLED_SHUTDOWN.requestHeaderVersion((short) 0)).isEqualTo(RequestHeader.PLAIN);
        assertThat(ApiKey.CONTROLLED_SHUTDOWN.requestHeaderVersion((short) 1)).isEqualTo(RequestHeader.WITH_CLIENT_ID);
        assertThat(ApiKey.CONTROLLED_SHUTDOWN.requestHeaderVersion((short) 3)).isEqualTo(RequestHeader.WITH_TAGS);
    }

    @Test
    void keysAreFoundByTheirNumber() {
        assertThat(ApiKey.of((short) 0)).isEqualTo(ApiKey.PRODUCE);
        assertThat(ApiKey.of((short) 4)).isEqualTo(ApiKey.LEADER_AND_ISR);
        assertThat(ApiKey.of((short) -1)).isNull();
        assertThat(ApiKey.of((short) 52)).as("Vote: not spoken here").isNull();
        assertThat(ApiKey.of(Short.MAX_VALUE)).isNull();
        assertThat(ApiKey.LEADER_AND_ISR.apiName()).isEqualTo("LeaderAndIsr");
        assertThat(ApiKey.FETCH.requestVersions()).hasToString("0-18");
    }

    @Test
    void aClientIdIsNeverCompact() throws MalformedMessage {
        ByteBuf out = Unpooled.buffer();
        var header = RequestHeader.of(ApiKey.METADATA, (short) 12, 7, "me");

        header.write(out, RequestHeader.WITH_TAGS);

        assertThat(ByteBufUtil.hexDump(out)).isEqualTo("0003" + "000c" + "00000007" + "0002" + "6d65" + "00");
        assertThat(header.size(RequestHeader.WITH_TAGS)).isEqualTo(out.readableBytes());
        assertThat(RequestHeader.read(out)).isEqualTo(header);
    }

    @Test
    void tagsOfAHeaderAreKept() throws MalformedMessage {
        ByteBuf out = Unpooled.buffer();
        var tags = TaggedFields.of(List.of(new TaggedFields.Field(5, new byte[] {1})));

        new ResponseHeader(9, tags).write(out, ResponseHeader.WITH_TAGS);

        assertThat(ResponseHeader.read(out, ResponseHeader.WITH_TAGS)).isEqualTo(new ResponseHeader(9, tags));
    }

    @Test
    void anUnknownKeyIsNoHeader() {
        ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump("03e7" + "0000" + "00000001" + "ffff"));

        assertThatExceptionOfType(MalformedMessage.class)
                .isThrownBy(() -> RequestHeader.read(in))
                .withMessageContaining("999");
    }
}
