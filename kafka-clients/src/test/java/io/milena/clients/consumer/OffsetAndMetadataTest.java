package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a position to commit says when parts of it are missing. */
class OffsetAndMetadataTest {

    @Test
    void noNoteIsAnEmptyOneAndNoEpochIsNone() {
        var plain = new OffsetAndMetadata(7, null);

        assertThat(plain.metadata()).isEmpty();
        assertThat(plain.leaderEpoch()).isEmpty();
        assertThat(plain).isEqualTo(new OffsetAndMetadata(7)).hasSameHashCodeAs(new OffsetAndMetadata(7));
        assertThat(new OffsetAndMetadata(7, Optional.of(-1), "").leaderEpoch()).isEmpty();
    }

    @Test
    void anOffsetBelowZeroIsRefused() {
        assertThatThrownBy(() -> new OffsetAndMetadata(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
