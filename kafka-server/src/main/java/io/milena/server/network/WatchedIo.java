package io.milena.server.network;

import io.milena.metrics.LaneWatch;
import io.milena.metrics.WaitingIo;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;

/**
 * What waits for the sockets of one event loop, watched: a cycle lasts from the end of one wait to the beginning of the
 * next, with all tasks in between.
 */
final class WatchedIo extends WaitingIo {

    private final LaneWatch watch;
    private boolean inCycle;

    WatchedIo(IoHandler io, LaneWatch watch) {
        super(io);
        this.watch = watch;
    }

    @Override
    protected void waitBegins(IoHandlerContext context) {
        if (inCycle && context.canBlock()) {
            watch.cycleEnded();
            inCycle = false;
        }
    }

    @Override
    protected void waitIsOver() {
        if (!inCycle) {
            inCycle = true;
            watch.cycleStarted();
        }
    }

    @Override
    public void destroy() {
        watch.cycleEnded();
        super.destroy();
    }
}
