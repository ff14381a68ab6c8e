package io.milena.testing;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.ApiVersionsResponse;
import io.milena.protocol.messages.ApiVersionsResponse.ApiVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A broker on a real socket of the loopback address that does what a test tells it: answers, says nothing, closes,
 * sends bytes that are no answer, dies and comes back on the same port.
 *
 * <pre>
 * try (var broker = ScriptedBroker.start(0)) {
 *     broker.always(ApiKey.METADATA, exchange -> exchange.answer(new MetadataResponse()...));
 *     broker.next(ApiKey.PRODUCE, ScriptedStep.close());        // once, before what is always done
 *     ...
 *     assertThat(broker.requests(ApiKey.PRODUCE)).hasSize(2);
 * }
 * </pre>
 *
 * <p>Each connection has a thread, which does one request after the other: a step that waits holds up those behind it.
 * Versions are answered from the schemas unless {@link #speaks} says otherwise. Thread-safe.
 */
public final class ScriptedBroker implements AutoCloseable {

    private static final int LITTLE_BYTES = 2_048;

    private static final long ACCEPTOR_ENDS_MS = 5_000;

    private final int id;
    private final int port;
    private final Map<ApiKey, ScriptedStep> always = new ConcurrentHashMap<>();
    private final Map<ApiKey, Queue<ScriptedStep>> next = new ConcurrentHashMap<>();
    private final Map<ApiKey, VersionRange> versions = new ConcurrentHashMap<>();
    private final List<ScriptedExchange> requests = new CopyOnWriteArrayList<>();
    private final Deque<byte[]> greetings = new ConcurrentLinkedDeque<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<ApiKey> deadly = ConcurrentHashMap.newKeySet();
    private volatile boolean hangsUp;
    private volatile boolean forgets;
    private volatile ServerSocket listener;
    private volatile Thread acceptor;
    private volatile int connectionsMade;

    private ScriptedBroker(int id, ServerSocket listener) {
        this.id = id;
        this.listener = listener;
        this.port = listener.getLocalPort();
        for (ApiKey api : ApiKey.values()) {
            versions.put(api, api.requestVersions());
        }
        always(ApiKey.API_VERSIONS, this::tellVersions);
    }

    /** Starts one with this broker id on a free port. */
    public static ScriptedBroker start(int id) {
        var broker = new ScriptedBroker(id, listen(0));
        broker.accept(broker.listener);
        return broker;
    }

    private static ServerSocket listen(int port) {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket from) {
        acceptor = thread("scripted-broker-" + port, () -> {
            while (!from.isClosed()) {
                serve(from.accept());
            }
        });
    }

    private static Thread thread(String name, ScriptedConnection.Work work) {
        var thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The test, or the client, has ended the connection.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private synchronized void serve(Socket socket) throws IOException {
        connectionsMade++;
        open.add(socket);
        if (listener.isClosed() || hangsUp) {
            open.remove(socket);
            socket.close();
            return;
        }
        socket.setTcpNoDelay(true);
        var connection = new ScriptedConnection(socket, this);
        thread("scripted-connection-" + socket.getPort(), () -> {
            try (socket) {
                connection.run(greetings.poll());
            } finally {
                open.remove(socket);
            }
        });
    }

    /** What comes next for a request that has just come. */
    ScriptedStep stepFor(ScriptedExchange exchange) {
        if (!forgets) {
            requests.add(exchange);
        }
        Queue<ScriptedStep> queued = next.get(exchange.api());
        ScriptedStep once = queued == null ? null : queued.poll();
        return once != null ? once : always.getOrDefault(exchange.api(), ScriptedStep.close());
    }

    private void tellVersions(ScriptedExchange exchange) throws IOException {
        var answer = new ApiVersionsResponse()
                .apiKeys(versions.entrySet().stream()
                        .map(entry -> new ApiVersion()
                                .apiKey(entry.getKey().id())
                                .minVersion(entry.getValue().lowest())
                                .maxVersion(entry.getValue().highest()))
                        .toList());
        VersionRange known = versions.get(ApiKey.API_VERSIONS);
        if (known != null && known.contains(exchange.version())) {
            exchange.answer(answer);
        } else {
            exchange.answer(answer.errorCode(ErrorCode.UNSUPPORTED_VERSION.code()), 0);
        }
    }

    // ---- what it does

    /** Does this for each request of that API. Without it, such a request ends the connection. */
    public ScriptedBroker always(ApiKey api, ScriptedStep step) {
        always.put(api, step);
        return this;
    }

    /** Does this for one more request of that API, after those told before, and then again what it always does. */
    public ScriptedBroker next(ApiKey api, ScriptedStep step) {
        next.computeIfAbsent(api, any -> new ConcurrentLinkedDeque<>()).add(step);
        return this;
    }

    /** Says that it knows these versions of an API; null for none at all. */
    public ScriptedBroker speaks(ApiKey api, @Nullable VersionRange range) {
        if (range == null) {
            versions.remove(api);
        } else {
            versions.put(api, range);
        }
        return this;
    }

    /** Answers the first bytes of the next connection with these, and closes it. */
    public ScriptedBroker nextConnectionGets(byte[] bytes) {
        greetings.add(bytes.clone());
        return this;
    }

    /** The system takes hardly more of what comes over connections made from now on than this broker has read. */
    public ScriptedBroker takesLittle() {
        try {
            listener.setReceiveBufferSize(LITTLE_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Dies when it has read half of the next request of that API. */
    public ScriptedBroker dieInsideNext(ApiKey api) {
        deadly.add(api);
        return this;
    }

    boolean diesInside(ApiKey api) {
        return deadly.remove(api);
    }

    /** Keeps no requests from now on, where there are too many of them. */
    public ScriptedBroker forget() {
        forgets = true;
        return this;
    }

    /** Ends connections as soon as they are made from now on. */
    public ScriptedBroker hangUp() {
        hangsUp = true;
        return this;
    }

    /** Ends all connections and listens no more, as if killed. */
    public void stop() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
            // Until that thread has come back from its wait, the system keeps the port.
            acceptor.join(ACCEPTOR_ENDS_MS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Listens again, on the same port, which the system may have lent to some connection meanwhile. */
    public void restart() {
        listener = Awaitility.await()
                .ignoreException(UncheckedIOException.class)
                .until(() -> listen(port), Objects::nonNull);
        accept(listener);
    }

    /** Ends all connections and goes on listening. */
    public void dropConnections() {
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        stop();
    }

    // ---- what it saw

    /** Whether it listens no more. */
    public boolean isStopped() {
        return listener.isClosed();
    }

    public int id() {
        return id;
    }

    public int port() {
        return port;
    }

    /** As it stands in {@code bootstrap.servers}. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** Every request of that API, in the order in which they came. */
    public List<ScriptedExchange> requests(ApiKey api) {
        return requests.stream().filter(request -> request.api() == api).toList();
    }

    /** Connections that clients have made so far. */
    public int connectionsMade() {
        return connectionsMade;
    }

    /** Connections that stand. */
    public int connectionsOpen() {
        return open.size();
    }
}
