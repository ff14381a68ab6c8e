package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the broker reads in the metadata of consumers. */
class SubscriptionTest {

    @Test
    void theTopicsOfAConsumerAreRead() {
        assertThat(Subscription.topicsIn(
                        GroupAsks.reading("range", "orders", "t").metadata()))
                .containsExactly("orders", "t");
    }

    /** As 3.9.2 stored it: version 3, one topic, user data, owned partitions, generation, rack. */
    @Test
    void whatFollowsTheTopicsIsPassedOver() {
        byte[] captured = HexFormat.of().parseHex("000300000001000765782d6e6f6e65ffffffff00000000ffffffffffff");

        assertThat(Subscription.topicsIn(captured)).containsExactly("ex-none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "00", "ffff00000000", "0001ffffffff", "00017fffffff", "000100000001", "0001000000010005"})
    void whatIsNoSubscriptionIsNone(String hex) {
        assertThat(Subscription.topicsIn(HexFormat.of().parseHex(hex))).isNull();
    }
}
