package io.milena.storage.cleaner;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hash against the published vectors of SipHash-2-4 with 128 bits: key 00 01 .. 0f, input 00 01 .. */
class KeyHashTest {

    @ParameterizedTest
    @CsvSource({
        "0, a3817f04ba25a8e66df67214c7550293",
        "1, da87c1d86b99af44347659119b22fc45",
        "2, 8177228da4a45dc7fca38bdef60affe4",
    })
    void hashesAsPublished(int length, String expected) {
        var hash = new KeyHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
        ByteBuf input = Unpooled.buffer();
        for (int i = 0; i < length + 5; i++) {
            input.writeByte(i);
        }

        hash.hash(input, 0, length);

        assertThat(text(hash)).isEqualTo(expected);
    }

    private static String text(KeyHash hash) {
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(hash.first())
                .putLong(hash.second())
                .array();
        return HexFormat.of().formatHex(bytes);
    }
}
