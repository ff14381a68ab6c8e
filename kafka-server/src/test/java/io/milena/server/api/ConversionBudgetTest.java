package io.milena.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who gets bytes, in which order, and how often they come back. */
class ConversionBudgetTest {

    private final ConversionBudget budget = new ConversionBudget(100);
    private final List<String> granted = new ArrayList<>();

    private ConversionBudget.Claim claim(String name, long bytes) {
        return budget.claim(bytes, () -> granted.add(name));
    }

    @Test
    void claimsThatFitAreGrantedAtOnceAndOthersInTheOrderInWhichTheyCame() {
        ConversionBudget.Claim first = claim("first", 60);
        ConversionBudget.Claim second = claim("second", 60);
        ConversionBudget.Claim third = claim("third", 10);
        boolean onlyFirst = first.isGranted() && !second.isGranted() && !third.isGranted();

        first.end();

        assertThat(onlyFirst).isTrue();
        assertThat(granted).containsExactly("second", "third");
        assertThat(budget.usedBytes()).isEqualTo(70);
    }

    @Test
    void itIsShownHowMuchIsTakenAndHowManyWait() {
        var registry = new MetricRegistry();
        budget.show(registry);

        claim("first", 60);
        claim("second", 60);

        String name = "kafka.server:type=ConversionBudget,name=";
        assertThat(registry.getGauges().get(name + "UsedBytes").getValue()).isEqualTo(60L);
        assertThat(registry.getGauges().get(name + "LimitBytes").getValue()).isEqualTo(100L);
        assertThat(registry.getGauges().get(name + "WaitingFetches").getValue()).isEqualTo(1);
    }

    @Test
    void aClaimLargerThanEverythingIsGrantedWhenNothingElseIsOut() {
        ConversionBudget.Claim small = claim("small", 1);
        ConversionBudget.Claim large = claim("large", 1_000);
        boolean waits = !large.isGranted();

        small.end();

        assertThat(waits).isTrue();
        assertThat(large.isGranted()).isTrue();
        assertThat(claim("next", 1).isGranted()).isFalse();
    }

    @Test
    void whoLeavesTheLineLetsThoseBehindGoOn() {
        claim("first", 60);
        ConversionBudget.Claim second = claim("second", 60);
        claim("third", 40);

        second.end();

        assertThat(granted).containsExactly("third");
        assertThat(budget.waiting()).isZero();
    }

    @Test
    void endingTwiceGivesBackOnce() {
        claim("other", 50);
        ConversionBudget.Claim claim = claim("claim", 50);

        claim.end();
        claim.end();

        assertThat(budget.usedBytes()).isEqualTo(50);
    }

    @Test
    void noBytesNeedNoRoom() {
        claim("all", 100);
        claim("waiting", 1);

        assertThat(claim("nothing", 0).isGranted()).isTrue();
    }

    @Test
    void aBufferGivesBackItsWholeCapacityOnceWithItsLastReference() {
        ByteBuf content = Unpooled.directBuffer(200).writeInt(7);
        ByteBuf buffer = BudgetedBuffer.of(ByteBufAllocator.DEFAULT, content, budget);
        long whileHeld = budget.usedBytes();
        ByteBuf slice = buffer.retainedSlice();

        buffer.release();
        long withSlice = budget.usedBytes();
        assertThat(slice.readInt()).isEqualTo(7);
        slice.release();

        assertThat(whileHeld).isEqualTo(200);
        assertThat(withSlice).isEqualTo(200);
        assertThat(budget.usedBytes()).isZero();
        assertThat(content.refCnt()).isZero();
    }

    @Test
    void theTransportNeedNotCopyABuffer() {
        ByteBuf buffer = BudgetedBuffer.of(
                ByteBufAllocator.DEFAULT,
                ByteBufAllocator.DEFAULT.directBuffer(8).writeLong(1),
                budget);

        assertThat(buffer.isDirect()).isTrue();
        assertThat(buffer.nioBufferCount()).isOne();
        assertThat(buffer.readableBytes()).isEqualTo(8);
        buffer.release();
    }
}
