package io.milena.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.storage.epoch.EpochCheckpointFormat;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text files of a log directory, against those of the reference. */
class CheckpointFormatsTest {

    private static final String META =
            "#\n#Sun Nov 29 10:58:48 UTC 2026\nbroker.id=1\nversion=0\ncluster.id=TRoVM4HrSCWm3UWZndUwJA\n";

    @Test
    void metaPropertiesAreThoseOfTheReference() throws MalformedCheckpoint {
        assertThat(MetaPropertiesFormat.write(1, "TRoVM4HrSCWm3UWZndUwJA", 1_795_949_928_000L))
                .isEqualTo(META);
        assertThat(MetaPropertiesFormat.read(META))
                .isEqualTo(new MetaPropertiesFormat.Identity("0", "1", "TRoVM4HrSCWm3UWZndUwJA"));
    }

    @Test
    void partitionMetadataIsThatOfTheReference() throws MalformedCheckpoint {
        var id = Uuid.parse("54PX0yzYTn-hksA91RcH0Q");

        assertThat(PartitionMetadataFormat.write(id)).isEqualTo("version: 0\ntopic_id: 54PX0yzYTn-hksA91RcH0Q");
        assertThat(PartitionMetadataFormat.read(List.of("version: 0", "topic_id: 54PX0yzYTn-hksA91RcH0Q")))
                .isEqualTo(id);
        assertThat(PartitionMetadataFormat.read(List.of())).isEqualTo(Uuid.ZERO);
    }

    @Test
    void offsetsAreReadInAnyOrderAndWrittenSorted() throws MalformedCheckpoint {
        var offsets = OffsetCheckpointFormat.read("0\n2\nt1 0 718\n__consumer_offsets 1 5\n");

        assertThat(offsets)
                .isEqualTo(new TreeMap<>(java.util.Map.of(
                        new TopicPartition("t1", 0), 718L, new TopicPartition("__consumer_offsets", 1), 5L)));
        assertThat(OffsetCheckpointFormat.write(offsets)).isEqualTo("0\n2\n__consumer_offsets 1 5\nt1 0 718\n");
        assertThat(OffsetCheckpointFormat.read("")).isEmpty();
    }

    @Test
    void garbageIsNamedByItsLine() {
        assertThatThrownBy(() -> OffsetCheckpointFormat.read("0\n1\nt1 zero 718\n"))
                .isInstanceOf(MalformedCheckpoint.class)
                .hasMessage("line 3: 'zero' (expected: a number from 0 to 2147483647)");
        assertThatThrownBy(() -> OffsetCheckpointFormat.read("7\n0\n")).hasMessage("line 1: '7' (expected: version 0)");
        assertThatThrownBy(() -> OffsetCheckpointFormat.read("\0".repeat(1000)))
                .hasMessage("line 1: '" + "?".repeat(100) + "...' (expected: a line end)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0\n1\nt1 0 -5\n",
                "0\n1\nt1 -1 5\n",
                "0\n1\nt1 4294967296 5\n",
                "0\n2\nt1 0 5\nt1 0 6\n",
                "0\n1\nt1 0\n",
                "0\n1\nt1 0 5 6\n",
                "0\n-1\n",
                "0\n1\nt1 0 9223372036854775808\n"
            })
    void offsetsThatNobodyWroteAreGarbage(String content) {
        assertThatThrownBy(() -> OffsetCheckpointFormat.read(content)).isInstanceOf(MalformedCheckpoint.class);
    }

    /** Epochs rise, and offsets never fall: a file that says otherwise is built anew from the batches. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0\n2\n5 100\n3 200\n",
                "0\n2\n3 100\n3 200\n",
                "0\n2\n3 100\n5 99\n",
                "0\n1\n-1 0\n",
                "0\n1\n3 -1\n",
                "0\n1\n4294967296 0\n"
            })
    void epochsThatNobodyWroteAreGarbage(String content) {
        assertThatThrownBy(() -> EpochCheckpointFormat.read(content)).isInstanceOf(MalformedCheckpoint.class);
    }
}
