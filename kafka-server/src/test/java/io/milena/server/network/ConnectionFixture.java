package io.milena.server.network;

import com.codahale.metrics.MetricRegistry;
import io.milena.protocol.GatheringSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** A connection without a socket, and a sink that keeps requests until the test answers them. */
final class ConnectionFixture {

    static final long LIMIT_BYTES = 8000;
    static final int MAX_FRAME_BYTES = 20_000;
    private static final int LARGE_FRAME_BYTES = 1 << 20;

    final ManualTime time;
    final EmbeddedChannel channel = new EmbeddedChannel();
    final MemoryBudget held = new MemoryBudget(LIMIT_BYTES);
    final IncompleteFrames incomplete;
    final NetworkMetrics metrics = new NetworkMetrics(new MetricRegistry());

    /** The requests handled so far, in order. */
    final List<Exchange> handled = new ArrayList<>();

    final Connection connection;

    /** @param then what happens to a request at once */
    ConnectionFixture(int maxInFlight, Consumer<Exchange> then) {
        this(maxInFlight, then, new ManualTime(), new IncompleteFrames(LIMIT_BYTES), MAX_FRAME_BYTES);
    }

    private ConnectionFixture(
            int maxInFlight, Consumer<Exchange> then, ManualTime time, IncompleteFrames incomplete, int maxFrameBytes) {
        this.time = time;
        this.incomplete = incomplete;
        var log = new RateLimitedLog(LoggerFactory.getLogger("test"), time, 1, Duration.ofSeconds(1));
        var limits = new RequestConfig(maxFrameBytes, LIMIT_BYTES, LIMIT_BYTES, maxInFlight, LIMIT_BYTES);
        var connections = new ConnectionConfig(Duration.ofMinutes(10), Duration.ofSeconds(30), 10, 10, Map.of());
        var terms = new ConnectionTerms(
                "PLAIN",
                new NetworkConfig(SocketConfig.from(Map.of()), connections, limits),
                exchange -> {
                    handled.add(exchange);
                    then.accept(exchange);
                },
                held,
                incomplete,
                new ConnectionTerms.Shared(metrics, log));
        connection = new Connection(terms, new Loop(channel.eventLoop(), time), channel);
        channel.pipeline().addLast(connection);
    }

    /** A connection whose requests wait for the test. */
    static ConnectionFixture keeping() {
        return new ConnectionFixture(10, exchange -> {});
    }

    /** As {@link #keeping}, for requests of up to a mebibyte. */
    static ConnectionFixture large() {
        return new ConnectionFixture(
                10, exchange -> {}, new ManualTime(), new IncompleteFrames(LARGE_FRAME_BYTES), LARGE_FRAME_BYTES);
    }

    /** Another connection to the same server. */
    ConnectionFixture neighbour() {
        return new ConnectionFixture(10, exchange -> {}, time, incomplete, MAX_FRAME_BYTES);
    }

    /** A frame of {@code bytes} that begins with {@code number}. */
    static ByteBuf frame(int number, int bytes) {
        return PooledByteBufAllocator.DEFAULT
                .directBuffer()
                .writeInt(bytes)
                .writeInt(number)
                .writeZero(bytes - Integer.BYTES);
    }

    /** These requests arrive in one read. */
    void receive(int... numbers) {
        ByteBuf together = PooledByteBufAllocator.DEFAULT.directBuffer();
        for (int number : numbers) {
            ByteBuf frame = frame(number, 100);
            together.writeBytes(frame);
            frame.release();
        }
        channel.writeInbound(together);
    }

    static int numberOf(Exchange exchange) {
        return exchange.frame().getInt(exchange.frame().readerIndex());
    }

    /** Answers with {@code number}. */
    static void answer(Exchange exchange, int number) {
        exchange.reply(response(exchange, number));
    }

    static GatheringSink response(Exchange exchange, int number) {
        var response = new GatheringSink(exchange.allocator(), 8);
        response.buffer().writeInt(Integer.BYTES).writeInt(number);
        return response;
    }

    /** Runs what the loop was given. */
    void run() {
        channel.runPendingTasks();
    }

    /** The numbers answered since the last call, in order. */
    List<Integer> answers() {
        run();
        List<Integer> numbers = new ArrayList<>();
        ByteBuf part = nextOutbound();
        while (part != null) {
            numbers.add(part.readInt());
            part.release();
            part = nextOutbound();
        }
        return numbers;
    }

    /** The next answer, past its length; empty writes are passed over. */
    private @Nullable ByteBuf nextOutbound() {
        ByteBuf part = channel.readOutbound();
        while (part != null && !part.isReadable()) {
            part.release();
            part = channel.readOutbound();
        }
        return part == null ? null : part.skipBytes(Integer.BYTES);
    }

    /** Closes the connection, and gives up what was sent and not looked at. */
    void close() {
        channel.finishAndReleaseAll();
        run();
    }

    /** Moves the clock, and has the loop look at its connections. */
    void pass(Duration by) {
        time.advance(by);
        channel.advanceTimeBy(Loop.precision().toMillis(), TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        run();
    }
}
