package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.server.coordinator.group.OffsetTable.Kept;
import io.milena.server.coordinator.state.UndoLog;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Offsets are kept, taken back, and small. */
class OffsetTableTest {

    private static final TopicPartition PARTITION = new TopicPartition("t", 0);

    private final UndoLog undo = new UndoLog();
    private final GroupFigures figures = new GroupFigures();
    private final OffsetTable table = new OffsetTable(undo, figures);

    private static Kept at(long offset) {
        return new Kept(offset, CommittedOffset.at(offset, 0, "", 0));
    }

    @Test
    void changesAreTakenBackNewestFirst() {
        table.put("g", PARTITION, at(1));
        undo.open();
        table.put("g", PARTITION, at(2));
        table.remove("g", PARTITION);
        table.put("g", PARTITION, at(3));
        table.put("h", PARTITION, at(4));
        assertThat(table.size()).isEqualTo(2);

        undo.unwind();

        assertThat(table.get("g", PARTITION)).isEqualTo(at(1));
        assertThat(table.has("h")).isFalse();
        assertThat(table.size()).isEqualTo(1);
        assertThat(figures.offsets()).isEqualTo(1);
    }

    @Test
    void whatTheLogSaysForGoodIsNotTakenBack() {
        undo.open();

        table.putForGood("g", PARTITION, at(1));
        undo.unwind();

        assertThat(table.get("g", PARTITION)).isEqualTo(at(1));
    }

    @Test
    void aGroupWithoutOffsetsIsNotKept() {
        table.put("g", PARTITION, at(1));

        table.remove("g", PARTITION);

        assertThat(table.groups()).isEmpty();
        assertThat(figures.offsets()).isZero();
    }

    /** As they come from the log: no text is the same object as another. */
    @Test
    void anIdleOffsetTakesLessThanTwoHundredBytes() {
        int groups = 2_000;
        int partitions = 50;
        long beforeBytes = usedBytes();

        for (int group = 0; group < groups; group++) {
            for (int partition = 0; partition < partitions; partition++) {
                var committed = new CommittedOffset(partition, 1, "", group, CommittedOffset.NEVER_TOLD);
                String topic = new String("a-topic-with-a-usual-name-" + partition / 10);
                table.put("group-" + group, new TopicPartition(topic, partition), new Kept(partition, committed));
            }
        }

        long perOffset = (usedBytes() - beforeBytes) / (groups * partitions);
        assertThat(table.size()).isEqualTo(groups * partitions);
        assertThat(perOffset).isBetween(20L, 200L);
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
