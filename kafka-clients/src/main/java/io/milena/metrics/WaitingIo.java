package io.milena.metrics;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/**
 * What waits for the sockets of one event loop, with an eye on when it waits. Confined to its loop, apart from {@link
 * #wakeup}.
 */
public abstract class WaitingIo implements IoHandler {

    private final IoHandler io;
    private final Watcher watcher = new Watcher();

    protected WaitingIo(IoHandler io) {
        this.io = io;
    }

    /** The loop looks at its sockets now, and waits for them if {@code context} lets it. */
    protected abstract void waitBegins(IoHandlerContext context);

    /** The wait is over; told twice where sockets were ready. */
    protected abstract void waitIsOver();

    @Override
    public final int run(IoHandlerContext context) {
        waitBegins(context);
        watcher.context = context;
        int handled = io.run(watcher);
        waitIsOver();
        return handled;
    }

    @Override
    public final void initialize() {
        io.initialize();
    }

    @Override
    public final void prepareToDestroy() {
        io.prepareToDestroy();
    }

    @Override
    public void destroy() {
        io.destroy();
    }

    @Override
    public final IoRegistration register(IoHandle handle) throws Exception {
        return io.register(handle);
    }

    @Override
    public final void wakeup() {
        io.wakeup();
    }

    @Override
    public final boolean isCompatible(Class<? extends IoHandle> handleType) {
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
