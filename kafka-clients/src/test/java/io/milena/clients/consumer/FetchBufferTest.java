package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What waits for the application, while it does not want some of it. */
class FetchBufferTest {

    private static final int BYTES = 100;

    private final Subscription subscription = new Subscription(OffsetResetStrategy.EARLIEST);
    private final FetchBuffer buffer = new FetchBuffer(subscription);
    private final AssignedPartition first;
    private final AssignedPartition second;

    FetchBufferTest() {
        subscription.assignedByHand(List.of(new TopicPartition("a", 0), new TopicPartition("a", 1)));
        List<AssignedPartition> assigned = List.copyOf(subscription.partitions());
        first = assigned.get(0);
        second = assigned.get(1);
        first.moved(7, AssignedPartition.NONE);
        second.moved(7, AssignedPartition.NONE);
    }

    private ByteBuf fetched(AssignedPartition partition, long from, long upTo) {
        ByteBuf records = Unpooled.buffer(BYTES).writeZero(BYTES);
        partition.fetchedUpTo(upTo);
        buffer.add(new FetchedChunk(partition, partition.stamp(), from, records, null));
        return records;
    }

    @Test
    void whatIsPausedDoesNotCount() {
        fetched(first, 7, 10);
        fetched(second, 7, 10);

        first.paused(true);

        assertThat(buffer.wantedBytes()).isEqualTo(BYTES);
    }

    @Test
    void whatIsPausedIsGivenUpWhereItFillsTheMemoryAndFetchedAgain() {
        ByteBuf begin = fetched(first, 7, 10);
        fetched(second, 7, 10);
        ByteBuf rest = fetched(first, 10, 20);
        var onItsWay = new Fetcher.Sent(first, first.stamp(), 20, Uuid.ZERO);
        assertThat(onItsWay.isNext()).isTrue();
        first.paused(true);

        buffer.dropPausedOver(3 * BYTES);
        assertThat(begin.refCnt()).isEqualTo(1);
        buffer.dropPausedOver(3 * BYTES - 1);

        assertThat(begin.refCnt()).isZero();
        assertThat(rest.refCnt()).isZero();
        assertThat(first.nextFetch()).isEqualTo(7);
        assertThat(onItsWay.isNext()).isFalse();
        assertThat(first.chunks()).isZero();
        assertThat(Objects.requireNonNull(buffer.take()).partition()).isSameAs(second);
        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    void nothingIsGivenUpThatMayBeHandedOver() {
        ByteBuf records = fetched(first, 7, 10);

        buffer.dropPausedOver(1);

        assertThat(records.refCnt()).isEqualTo(1);
        records.release();
    }
}
