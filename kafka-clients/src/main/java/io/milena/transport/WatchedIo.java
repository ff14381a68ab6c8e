package io.milena.transport;

import io.milena.metrics.WaitingIo;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;

/** What waits for the sockets of a client's loop, watched. Confined to that loop. */
final class WatchedIo extends WaitingIo {

    private final IoFigures figures;
    private boolean isWaiting;

    WatchedIo(IoHandler io, IoFigures figures) {
        super(io);
        this.figures = figures;
    }

    @Override
    protected void waitBegins(IoHandlerContext context) {
        figures.waitBegan();
        isWaiting = true;
    }

    @Override
    protected void waitIsOver() {
        if (isWaiting) {
            isWaiting = false;
            figures.waitEnded();
        }
    }
}
