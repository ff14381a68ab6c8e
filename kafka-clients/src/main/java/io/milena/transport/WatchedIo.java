package io.milena.transport;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/** What waits for the sockets of a client's loop, watched. Confined to its loop, apart from {@link #wakeup}. */
final class WatchedIo implements IoHandler {

    private final IoHandler io;
    private final IoFigures figures;
    private final Watcher watcher = new Watcher();
    private boolean isWaiting;

    WatchedIo(IoHandler io, IoFigures figures) {
        this.io = io;
        this.figures = figures;
    }

    @Override
    public int run(IoHandlerContext context) {
        figures.waitBegan();
        isWaiting = true;
        watcher.context = context;
        int handled = io.run(watcher);
        waitIsOver();
        return handled;
    }

    private void waitIsOver() {
        if (isWaiting) {
            isWaiting = false;
            figures.waitEnded();
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
            waitIsOver();
            return context.shouldReportActiveIoTime();
        }

        @Override
        public void reportActiveIoTime(long activeNanos) {
            context.reportActiveIoTime(activeNanos);
        }
    }
}
