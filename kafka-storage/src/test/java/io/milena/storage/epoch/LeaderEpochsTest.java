package io.milena.storage.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.storage.EpochEndOffset;
import io.milena.storage.checkpoint.MalformedCheckpoint;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The history of leader epochs (KIP-101, KIP-279), and its file. */
class LeaderEpochsTest {

    private final LeaderEpochs epochs = new LeaderEpochs(List.of(new EpochEntry(2, 0), new EpochEntry(5, 100)));

    @Test
    void anEpochEndsWhereTheNextBegins() {
        assertThat(epochs.endOffsetFor(2, 150)).isEqualTo(new EpochEndOffset(2, 100));
        assertThat(epochs.endOffsetFor(3, 150)).isEqualTo(new EpochEndOffset(2, 100));
        assertThat(epochs.endOffsetFor(5, 150)).isEqualTo(new EpochEndOffset(5, 150));
        assertThat(epochs.endOffsetFor(1, 150)).isEqualTo(new EpochEndOffset(1, 0));
        assertThat(epochs.endOffsetFor(6, 150)).isEqualTo(EpochEndOffset.UNKNOWN);
        assertThat(new LeaderEpochs().endOffsetFor(0, 9)).isEqualTo(EpochEndOffset.UNKNOWN);
    }

    @Test
    void aContradictionRemovesLaterEntries() {
        epochs.began(3, 50);

        assertThat(epochs.entries()).containsExactly(new EpochEntry(2, 0), new EpochEntry(3, 50));
    }

    @Test
    void truncationAndDeletionMoveTheEntries() {
        epochs.startedAt(120);
        assertThat(epochs.entries()).containsExactly(new EpochEntry(5, 120));

        epochs.truncatedTo(120);
        assertThat(epochs.entries()).isEmpty();
    }

    @Test
    void theFileIsThatOfTheReferenceAndIsToldFromAnyCutOfIt() throws MalformedCheckpoint {
        String text = EpochCheckpointFormat.write(epochs.entries());

        assertThat(EpochCheckpointFormat.write(List.of(new EpochEntry(0, 0)))).isEqualTo("0\n1\n0 0\n");
        assertThat(EpochCheckpointFormat.read(text)).isEqualTo(epochs.entries());
        for (int length = 1; length < text.length(); length++) {
            String cut = text.substring(0, length);
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> EpochCheckpointFormat.read(cut))
                    .as(cut)
                    .isInstanceOf(MalformedCheckpoint.class);
        }
    }
}
