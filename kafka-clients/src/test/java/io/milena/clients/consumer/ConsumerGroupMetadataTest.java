package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who a member is, as a producer is told. */
class ConsumerGroupMetadataTest {

    @Test
    void nothingOfItMayBeNull() {
        assertThatNullPointerException()
                .isThrownBy(() -> new ConsumerGroupMetadata(null))
                .withMessageContaining("group.id");
        assertThatNullPointerException()
                .isThrownBy(() -> new ConsumerGroupMetadata("group", 1, null, Optional.empty()))
                .withMessageContaining("member.id");
        assertThatNullPointerException()
                .isThrownBy(() -> new ConsumerGroupMetadata("group", 1, "member", null))
                .withMessageContaining("group.instance.id");
    }

    @Test
    void aGroupAloneHasNoMember() {
        var group = new ConsumerGroupMetadata("group");

        assertThat(group).isEqualTo(new ConsumerGroupMetadata("group", -1, "", Optional.empty()));
        assertThat(group)
                .hasToString("GroupMetadata(groupId = group, generationId = -1, memberId = , groupInstanceId = )");
    }
}
