package io.milena.server.network;

import io.milena.metrics.LaneWatch;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/**
 * What waits for the sockets of one event loop, watched: a cycle lasts from the end of one wait to the beginning of the
 * next, with all tasks in between. Confined to its loop, apart from {@link #wakeup}.
 */
final class WatchedIo implements IoHandler {

    private final IoHandler io;
    private final LaneWatch watch;
    private final Watcher watcher = new Watcher();
    private boolean inCycle;

    WatchedIo(IoHandler io, LaneWatch watch) {
        this.io = io;
        this.watch = watch;
    }

    @Override
    public int run(IoHandlerContext context) {
        if (inCycle && context.canBlock()) {
            watch.cycleEnded();
            inCycle = false;
        }
        watcher.context = context;
        int handled = io.run(watcher);
        begin();
        return handled;
    }

    private void begin() {
        if (!inCycle) {
            inCycle = true;
            watch.cycleStarted();
        }
    }

    @Override
    public void initialize() {
        io.initialize();
    }

    @Override
    public void prepareToDestroy() {
        io.prepareToDestroy();
    }

    @Override
    public void destroy() {
        watch.cycleEnded();
        io.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return io.register(handle);
    }

    @Override
    public void wakeup() {
        io.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return io.isCompatible(handleType);
    }

    /** Learns when the wait is over: that is when the handler asks whether to measure what comes then. */
    private final class Watcher implements IoHandlerContext {

        private IoHandlerContext context = this;

        @Override
        public boolean canBlock() {
            return context.canBlock();
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return context.delayNanos(currentTimeNanos);
        }

        @Override
        public long deadlineNanos() {
            return context.deadlineNanos();
        }

        @Override
        public boolean shouldReportActiveIoTime() {
            begin();
            return context.shouldReportActiveIoTime();
        }

        @Override
        public void reportActiveIoTime(long activeNanos) {
            context.reportActiveIoTime(activeNanos);
        }
    }
}
