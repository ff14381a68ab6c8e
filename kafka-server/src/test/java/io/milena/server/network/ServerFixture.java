package io.milena.server.network;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.codahale.metrics.MetricRegistry;
import io.milena.common.time.SystemTime;
import io.milena.protocol.GatheringSink;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** A server on a real socket, clients for it, and the lines it logs. */
final class ServerFixture implements AutoCloseable {

    static final String NAME = "PLAIN";
    static final Duration SOON = Duration.ofSeconds(20);
    private static final int CLIENT_TIMEOUT_MS = 20_000;
    private static final int LOOPS = 2;

    final NetworkMetrics metrics = new NetworkMetrics(new MetricRegistry());
    final EventLoops loops;
    final NetworkServer server;
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger log = (Logger) LoggerFactory.getLogger(NetworkServer.class);

    ServerFixture(Transport transport, RequestSink sink, NetworkConfig config) throws IOException {
        lines.start();
        log.addAppender(lines);
        var time = new SystemTime();
        loops = EventLoops.start(
                transport,
                LOOPS,
                (threads, handlers) -> new MultiThreadIoEventLoopGroup(
                        threads,
                        task -> {
                            var thread = new Thread(task, "test-loop");
                            thread.setDaemon(true);
                            return thread;
                        },
                        handlers),
                time);
        server = new NetworkServer(config, sink, metrics, time);
        server.bind(List.of(new ListenerConfig(NAME, "127.0.0.1", 0)), loops);
        server.accept();
    }

    static ServerFixture echoing(Transport transport) throws IOException {
        return new ServerFixture(transport, ServerFixture::echo, config(Map.of()));
    }

    static NetworkConfig config(Map<String, String> properties) {
        return NetworkConfig.from(properties, 64 << 20);
    }

    /** A configuration with these time limits. */
    static NetworkConfig impatient(Duration maxIdle, Duration maxStalled) {
        NetworkConfig usual = config(Map.of());
        var connections = new ConnectionConfig(maxIdle, maxStalled, 1000, 1000, Map.of());
        return new NetworkConfig(usual.sockets(), connections, usual.requests());
    }

    /** Answers with the request. */
    static void echo(Exchange exchange) {
        exchange.reply(response(exchange));
    }

    static GatheringSink response(Exchange exchange) {
        int bytes = exchange.frame().readableBytes();
        var response = new GatheringSink(exchange.allocator(), bytes);
        response.buffer().writeInt(bytes).writeBytes(exchange.frame());
        return response;
    }

    Client connect() throws IOException {
        return new Client(new Socket(InetAddress.getLoopbackAddress(), port()));
    }

    int port() {
        return server.boundPort(NAME);
    }

    /** The lines logged so far that contain {@code text}. */
    List<String> linesWith(String text) {
        return List.copyOf(lines.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(text))
                .toList();
    }

    @Override
    public void close() {
        server.stop(Duration.ofSeconds(5));
        loops.stop(Duration.ofSeconds(5));
        log.detachAppender(lines);
    }

    /** A client that waits for what it reads. */
    static final class Client implements AutoCloseable {

        final Socket socket;
        final DataInputStream in;
        final DataOutputStream out;

        Client(Socket socket) throws IOException {
            this.socket = socket;
            socket.setSoTimeout(CLIENT_TIMEOUT_MS);
            socket.setTcpNoDelay(true);
            in = new DataInputStream(socket.getInputStream());
            out = new DataOutputStream(socket.getOutputStream());
        }

        void send(byte[] frame) throws IOException {
            out.writeInt(frame.length);
            out.write(frame);
            out.flush();
        }

        byte[] receive() throws IOException {
            return in.readNBytes(in.readInt());
        }

        byte[] ask(byte[] frame) throws IOException {
            send(frame);
            return receive();
        }

        /** Whether the server closes the connection, instead of answering. */
        boolean isTurnedAway() throws IOException {
            try {
                return in.read() < 0;
            } catch (SocketException reset) {
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
