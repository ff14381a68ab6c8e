package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.FetchSettings.Isolation;
import io.milena.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** How far one partition is behind, by the records that its reader may see. */
class AssignedPartitionTest {

    @Test
    void aReaderOfWhatIsCommittedIsBehindOnlyWhatItMayRead() {
        var partition = new AssignedPartition(new TopicPartition("a", 0));
        assertThat(partition.lag(Isolation.READ_UNCOMMITTED)).isEqualTo(AssignedPartition.NONE);

        partition.moved(4, 0);
        partition.logSeen(10, 6, 0);

        assertThat(partition.lag(Isolation.READ_UNCOMMITTED)).isEqualTo(6);
        assertThat(partition.lag(Isolation.READ_COMMITTED)).isEqualTo(2);
    }
}
