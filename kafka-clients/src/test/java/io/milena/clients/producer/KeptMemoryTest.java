package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Memory of the usual size is kept for the next batch, up to a limit. */
class KeptMemoryTest {

    private final KeptMemory kept = new KeptMemory(100, 250);

    @AfterEach
    void release() {
        kept.shrinkTo(0);
    }

    private static ByteBuf memory(int bytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
    }

    private ByteBuf kept() {
        ByteBuf memory = memory(100);
        kept.keep(memory, 100);
        return memory;
    }

    @Test
    void whatCameLastGoesFirst() {
        kept();
        ByteBuf second = kept();

        ByteBuf taken = kept.take(100);

        assertThat(taken).isSameAs(second);
        kept.keep(second, 100);
    }

    @Test
    void otherSizesAreNotKept() {
        ByteBuf other = memory(99);

        assertThat(kept.keep(other, 99)).isFalse();
        assertThat(kept.take(99)).isNull();
        other.release();
    }

    @Test
    void noMoreThanTheLimitIsKept() {
        ByteBuf third = memory(100);
        kept();
        kept();

        assertThat(kept.keep(third, 100)).isFalse();
        third.release();
    }

    @Test
    void whatIsMoreThanThePoolHasLeftIsGivenUp() {
        ByteBuf first = kept();
        ByteBuf second = kept();

        kept.shrinkTo(150);

        assertThat(first.refCnt()).isZero();
        assertThat(second.refCnt()).isOne();
    }
}
