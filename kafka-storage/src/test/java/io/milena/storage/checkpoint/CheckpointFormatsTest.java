package io.milena.storage.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The text files of a log directory, against those of the reference. */
class CheckpointFormatsTest {

    private static final String META =
            "#\n#Sun Nov 29 10:58:48 UTC 2026\nbroker.id=1\nversion=0\ncluster.id=TRoVM4HrSCWm3UWZndUwJA\n";

    @Test
    void metaPropertiesAreThoseOfTheReference() {
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
                .hasMessage("line 3: 'zero' (expected: a whole number)");
        assertThatThrownBy(() -> OffsetCheckpointFormat.read("7\n0\n")).hasMessage("line 1: '7' (expected: version 0)");
    }
}
