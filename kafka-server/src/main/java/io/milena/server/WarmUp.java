package io.milena.server;

import io.milena.protocol.ApiKey;
import io.milena.server.settings.ConfigCatalogue;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import java.util.concurrent.CountDownLatch;

/**
 * Brings in, on a thread beside the start, what the start will need a moment later: classes and a native library. It
 * changes nothing but the time, most of which a start would otherwise spend on one core of several.
 *
 * <p>What logs is touched only once logging is set up, because whoever asks for a logger while another thread sets it
 * up is given a makeshift one.
 */
final class WarmUp implements Runnable {

    private static final int SOME_BYTES = 64;

    private final CountDownLatch logging = new CountDownLatch(1);

    /** Said by the thread that starts the broker. */
    void loggingIsReady() {
        logging.countDown();
    }

    @Override
    public void run() {
        ConfigCatalogue.load();
        KeySupport.load();
        new SystemRandomness().nextLong();
        try {
            logging.await();
        } catch (InterruptedException e) {
            return;
        }
        Epoll.isAvailable();
        ByteBufAllocator.DEFAULT.directBuffer(SOME_BYTES).release();
        ApiKey.values();
    }
}
