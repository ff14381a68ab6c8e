package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testing.SeededRandomness;
import org.junit.jupiter.api.Test;

/** Records without a key stay together for a batch's worth of bytes, and go where less waits. */
class StickyChoiceTest {

    private final StickyChoice choice = new StickyChoice(100, new SeededRandomness(1));

    private int[] spread(int partitions, StickyChoice.Loads loads, int recordBytes) {
        int[] bytes = new int[partitions];
        for (int i = 0; i < 20_000; i++) {
            int partition = choice.partition(partitions, loads);
            bytes[partition] += recordBytes;
            choice.sent(partition, recordBytes, partitions, loads);
        }
        return bytes;
    }

    @Test
    void itStaysUntilABatchIsFull() {
        int first = choice.partition(5, any -> 0);
        for (int i = 0; i < 9; i++) {
            choice.sent(first, 10, 5, any -> 0);
            assertThat(choice.partition(5, any -> 0)).isEqualTo(first);
        }

        int[] seen = new int[5];
        for (int i = 0; i < 200; i++) {
            choice.sent(choice.partition(5, any -> 0), 100, 5, any -> 0);
            seen[choice.partition(5, any -> 0)]++;
        }

        assertThat(seen).doesNotContain(0);
    }

    @Test
    void bytesAreSpreadEvenlyWhereNothingWaits() {
        int[] bytes = spread(4, any -> 0, 50);

        for (int one : bytes) {
            assertThat(one).isBetween(220_000, 280_000);
        }
    }

    @Test
    void aSlowBrokerGetsLess() {
        int[] bytes = spread(3, partition -> partition == 2 ? 9 : 0, 50);

        assertThat(bytes[2]).isLessThan(bytes[0] / 5).isPositive();
    }

    @Test
    void aBrokerOutOfReachGetsNothingUnlessAllAre() {
        int[] bytes = spread(3, partition -> partition == 1 ? StickyChoice.OUT_OF_REACH : 3, 50);

        assertThat(bytes[1]).isZero();
        assertThat(spread(3, any -> StickyChoice.OUT_OF_REACH, 50)).doesNotContain(0);
    }

    @Test
    void itFollowsANumberOfPartitionsThatShrinks() {
        spread(8, any -> 0, 100);

        for (int i = 0; i < 50; i++) {
            assertThat(choice.partition(2, any -> 0)).isLessThan(2);
        }
    }
}
