package io.milena.storage.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.producer.ProducerSnapshotFormat.Row;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The snapshot format against files that the reference wrote. */
class ProducerSnapshotFormatTest {

    private static final byte[] ONE = HexFormat.of()
            .parseHex("00010bbf3b850000000100000000000003ea0000000000060000000000000006"
                    + "000000000000018bcfe57f70ffffffffffffffffffffffff");
    private static final Row ROW = new Row(1002, (short) 0, 6, 6, 0, 1_700_000_006_000L, -1, -1);

    @Test
    void aFileOfTheReferenceIsRead() throws MalformedCheckpoint {
        assertThat(ProducerSnapshotFormat.read(ByteBuffer.wrap(ONE))).containsExactly(ROW);
    }

    @Test
    void aFileIsWrittenAsTheReferenceWritesIt() {
        assertThat(ProducerSnapshotFormat.write(List.of(ROW)).array()).isEqualTo(ONE);
    }

    @Test
    void everyFlippedByteIsNoticed() {
        for (int i = 0; i < ONE.length; i++) {
            byte[] flipped = ONE.clone();
            flipped[i] ^= 0x10;
            assertThatThrownBy(() -> ProducerSnapshotFormat.read(ByteBuffer.wrap(flipped)))
                    .as("byte " + i)
                    .isInstanceOf(MalformedCheckpoint.class);
        }
    }
}
