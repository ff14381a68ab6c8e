package io.milena.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where the bytes of an answer are received. */
class FrameDecoderTest {

    private static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;
    private static final int MIB = 1 << 20;

    private final List<ByteBuf> spaces = new ArrayList<>();

    private final FakeDirectMemory memory = new FakeDirectMemory(64L * MIB);

    /** Whose buffers are never the same ones again. */
    private final FrameDecoder decoder =
            new FrameDecoder(new ReceiveMemory(UnpooledByteBufAllocator.DEFAULT, memory), 64 * MIB);

    @AfterEach
    void giveUp() {
        decoder.release();
    }

    private static ByteBuf firstPart(int length, int bytes) {
        return ALLOCATOR.directBuffer(Integer.BYTES + bytes).writeInt(length).writeZero(bytes);
    }

    /** As a channel receives: into the space, with a reference of its own. */
    private void receive(int bytes) throws BadFrame {
        ByteBuf space = Objects.requireNonNull(decoder.space()).retain();
        spaces.add(space);
        decoder.feed(space.writeZero(bytes));
    }

    @Test
    void theRestOfAnAnswerIsReceivedWhereItStays() throws BadFrame {
        decoder.feed(firstPart(300_000, 100_000));
        assertThat(decoder.next()).isNull();

        ByteBuf space = decoder.space();
        receive(150_000);
        assertThat(decoder.next()).isNull();
        assertThat(decoder.space()).isSameAs(space);
        receive(50_000);

        ByteBuf answer = decoder.next();
        assertThat(answer).isInstanceOfSatisfying(CompositeByteBuf.class, whole -> {
            assertThat(whole.readableBytes()).isEqualTo(300_000);
            assertThat(whole.component(1).memoryAddress()).isEqualTo(space.memoryAddress());
        });
        Objects.requireNonNull(answer).release();
    }

    @Test
    void aPieceEndsWithItsAnswer() throws BadFrame {
        decoder.feed(firstPart(100_000, 99_000));

        assertThat(decoder.next()).isNull();
        assertThat(Objects.requireNonNull(decoder.space()).writableBytes()).isEqualTo(1_000);
    }

    @Test
    void aPieceIsNoLargerThanWhatHasComeLetsExpect() throws BadFrame {
        decoder.feed(firstPart(32 * MIB, 1_000));

        assertThat(decoder.next()).isNull();
        assertThat(Objects.requireNonNull(decoder.space()).writableBytes()).isEqualTo(16_000);
    }

    @Test
    void noPieceIsLargerThanWhatTheAllocatorKeeps() throws BadFrame {
        decoder.feed(firstPart(32 * MIB, 3 * MIB));

        assertThat(decoder.next()).isNull();
        assertThat(Objects.requireNonNull(decoder.space()).writableBytes()).isEqualTo(MIB);
    }

    /** Has two whole pieces, and a bit before and after them. */
    private ByteBuf largeAnswer() throws BadFrame {
        decoder.feed(firstPart(2 * MIB + 200_000, 100_000));
        decoder.next();
        receive(MIB);
        decoder.next();
        receive(MIB);
        decoder.next();
        receive(100_000);
        return Objects.requireNonNull(decoder.next());
    }

    @Test
    void aLargeAnswerIsReceivedWhereTheOneBeforeWasIfNobodyHoldsThat() throws BadFrame {
        ByteBuf first = largeAnswer();
        ByteBuf second = largeAnswer();
        assertThat(spaces.get(3)).isNotSameAs(spaces.get(0));

        first.release();
        ByteBuf third = largeAnswer();

        assertThat(spaces.get(6)).isSameAs(spaces.get(0));
        second.release();
        third.release();
    }

    /** Has so many whole pieces, and a bit before and after them. */
    private ByteBuf answerOf(int pieces) throws BadFrame {
        decoder.feed(firstPart(MIB / 16 + pieces * MIB + 1, MIB / 16));
        decoder.next();
        for (int i = 0; i < pieces; i++) {
            receive(MIB);
            decoder.next();
        }
        receive(1);
        return Objects.requireNonNull(decoder.next());
    }

    @Test
    void readingSixteenPartitionsNeedsNoNewMemoryOnceTwoAnswersHaveCome() throws BadFrame {
        ByteBuf before = answerOf(16);
        for (int i = 0; i < 3; i++) {
            ByteBuf next = answerOf(16);
            before.release();
            before = next;
        }
        before.release();

        Set<ByteBuf> made = Collections.newSetFromMap(new IdentityHashMap<>());
        spaces.stream().filter(space -> space.capacity() == MIB).forEach(made::add);

        assertThat(made.size()).isEqualTo(32);
    }

    @Test
    void noMemoryIsKeptOnceAQuarterOfAllIsUsed() throws BadFrame {
        memory.used(16L * MIB + 1);

        largeAnswer().release();

        assertThat(spaces.get(1).refCnt()).isZero();
        assertThat(spaces).allMatch(ByteBuf::isDirect);
    }

    @Test
    void answersGoToTheHeapOnceHalfOfAllIsUsed() throws BadFrame {
        memory.used(32L * MIB);
        decoder.feed(firstPart(MIB, 100_000));
        assertThat(decoder.next()).isNull();

        assertThat(decoder.space()).isNull();
        decoder.feed(
                ALLOCATOR.directBuffer().writeZero(MIB - 100_000).writeInt(3).writeMedium(77));

        ByteBuf answer = Objects.requireNonNull(decoder.next());
        assertThat(answer.readableBytes()).isEqualTo(MIB);
        assertThat(answer)
                .isInstanceOfSatisfying(
                        CompositeByteBuf.class,
                        whole -> assertThat(whole.component(1).hasArray()).isTrue());
        ByteBuf next = Objects.requireNonNull(decoder.next());
        assertThat(next.readMedium()).isEqualTo(77);
        answer.release();
        next.release();
    }

    @Test
    void anAnswerGoesOnInDirectMemoryAsSoonAsThereIsEnough() throws BadFrame {
        memory.used(32L * MIB);
        decoder.feed(firstPart(MIB, 100_000));
        decoder.next();
        decoder.space();
        decoder.feed(ALLOCATOR.directBuffer().writeZero(256 << 10));
        assertThat(decoder.next()).isNull();

        memory.used(0);

        assertThat(decoder.space()).isNotNull();
    }

    @Test
    void smallAnswersLetTheMemoryOfLargeOnesGo() throws BadFrame {
        largeAnswer().release();
        assertThat(spaces.get(1).refCnt()).isEqualTo(1);

        for (int i = 0; i < 2; i++) {
            decoder.feed(firstPart(3, 3));
            Objects.requireNonNull(decoder.next()).release();
        }

        assertThat(spaces.get(1).refCnt()).isZero();
    }

    @Test
    void whatIsReceivedElsewhereIsTaken() throws BadFrame {
        decoder.feed(firstPart(10_000, 5_000));
        assertThat(decoder.next()).isNull();

        decoder.feed(ALLOCATOR.directBuffer(5_002).writeZero(5_002));

        ByteBuf answer = Objects.requireNonNull(decoder.next());
        assertThat(answer.readableBytes()).isEqualTo(10_000);
        assertThat(decoder.next()).isNull();
        answer.release();
    }

    @Test
    void aLengthThatIsCutIsPutTogether() throws BadFrame {
        ByteBuf begun = ALLOCATOR.directBuffer(2, 2).writeShort(0);

        decoder.feed(begun);
        assertThat(decoder.next()).isNull();
        assertThat(decoder.space()).isNull();
        decoder.feed(ALLOCATOR.directBuffer(5).writeShort(3).writeMedium(77));

        ByteBuf answer = Objects.requireNonNull(decoder.next());
        assertThat(answer.readMedium()).isEqualTo(77);
        answer.release();
    }
}
