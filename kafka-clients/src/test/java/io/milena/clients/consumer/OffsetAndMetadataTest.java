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
    void logsShowItAsTheyDoElsewhere() {
        assertThat(new OffsetAndMetadata(7, Optional.of(3), "note"))
                .hasToString("OffsetAndMetadata{offset=7, leaderEpoch=3, metadata='note'}");
        assertThat(new OffsetAndMetadata(7)).hasToString("OffsetAndMetadata{offset=7, leaderEpoch=null, metadata=''}");
        assertThat(new ConsumerGroupMetadata("g", 3, "m", Optional.of("i")))
                .hasToString("GroupMetadata(groupId = g, generationId = 3, memberId = m, groupInstanceId = i)");
        assertThat(new ConsumerGroupMetadata("g"))
                .hasToString("GroupMetadata(groupId = g, generationId = -1, memberId = , groupInstanceId = )");
    }

    @Test
    void anOffsetBelowZeroIsRefused() {
        assertThatThrownBy(() -> new OffsetAndMetadata(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
