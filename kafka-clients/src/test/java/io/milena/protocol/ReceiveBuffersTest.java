package io.milena.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** When a socket is read once more before the loop waits for it again. */
class ReceiveBuffersTest {

    private static final int MANY_BYTES = 64 << 10;
    private static final int MOST_READS = 3;

    private final EmbeddedChannel channel = new EmbeddedChannel();

    /** A handle that has just read so much, into a buffer with room for more. */
    private ExtendedHandle afterReading(int bytes) {
        var fresh = new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(MOST_READS);
        ExtendedHandle handle = new ReceiveBuffers(() -> null, fresh).newHandle();
        handle.reset(channel.config());
        read(handle, bytes);
        return handle;
    }

    private static void read(ExtendedHandle handle, int bytes) {
        handle.attemptedBytesRead(1 << 20);
        handle.lastBytesRead(bytes);
        handle.incMessagesRead(1);
    }

    @Test
    void afterMuchTheSocketIsReadAgainAtOnce() {
        ExtendedHandle handle = afterReading(MANY_BYTES);

        boolean isReadAgain = handle.continueReading(() -> false);

        assertThat(isReadAgain).isTrue();
    }

    @Test
    void afterLittleTheLoopWaits() {
        ExtendedHandle handle = afterReading(1000);

        boolean isReadAgain = handle.continueReading(() -> false);

        assertThat(isReadAgain).isFalse();
        assertThat(handle.continueReading(() -> true)).isTrue();
    }

    @Test
    void aBusyConnectionLeavesOthersTheirTurn() {
        ExtendedHandle handle = afterReading(MANY_BYTES);
        read(handle, MANY_BYTES);
        read(handle, MANY_BYTES);

        boolean isReadAgain = handle.continueReading(() -> true);

        assertThat(isReadAgain).isFalse();
    }
}
