package io.milena.server.network;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import java.util.List;

/** Notes every flush of a channel. */
final class FlushCounter extends ChannelOutboundHandlerAdapter {

    private final List<Object> flushes;

    FlushCounter(List<Object> flushes) {
        this.flushes = flushes;
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        flushes.add(context);
        context.flush();
    }
}
