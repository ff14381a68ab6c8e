package io.milena.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unsigned varints: known bytes, and what is none. */
class VarintsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "1, 01",
        "127, 7f",
        "128, 8001",
        "300, ac02",
        "16383, ff7f",
        "16384, 808001",
        "2147483647, ffffffff07",
        "-1, ffffffff0f"
    })
    void writesAndReadsTheKnownBytes(int value, String hex) throws MalformedMessage {
        ByteBuf out = Unpooled.buffer();

        Varints.writeUnsigned(out, value);

        assertThat(ByteBufUtil.hexDump(out)).isEqualTo(hex);
        assertThat(Varints.sizeOfUnsigned(value)).isEqualTo(out.readableBytes());
        assertThat(Varints.readUnsigned(out)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "80", "ffffffff", "ffffffff10", "ffffffffff", "808080808000"})
    void refusesWhatIsCutOffOrTooLong(String hex) {
        ByteBuf in = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));

        assertThatExceptionOfType(MalformedMessage.class).isThrownBy(() -> Varints.readUnsigned(in));
    }

    @Test
    void needlessZeroGroupsAreRead() throws MalformedMessage {
        assertThat(Varints.readUnsigned(Unpooled.wrappedBuffer(new byte[] {(byte) 0x85, 0})))
                .isEqualTo(5);
    }
}
