package io.milena.clients;

import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.errors.DisconnectException;
import io.milena.common.time.Scheduler;
import io.milena.transport.BrokerConnection;
import io.milena.transport.ConnectionListener;
import io.milena.transport.Outgoing;
import io.milena.transport.Peer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to one broker: a connection that is made when it is needed, and requests that wait for it. An attempt tries
 * all addresses of the broker's name in turn; after one that failed the next has to wait, longer each time.
 *
 * <p>Confined to the event loop.
 */
final class BrokerLink implements ConnectionListener {

    private static final Logger log = LoggerFactory.getLogger(BrokerLink.class);

    private final LinkTerms terms;
    private final Node node;
    private final Deque<Outgoing> waiting = new ArrayDeque<>();
    private final Deque<InetAddress> untried = new ArrayDeque<>();
    private @Nullable BrokerConnection connection;
    private boolean isTrying;
    /** Counts attempts, so that what comes late from one that was given up is known. */
    private long attempt;

    private boolean isClosed;
    private int failures;
    private long notBeforeNanos;
    private Scheduler.Timer retry = () -> {};
    private boolean hasRetry;
    private Scheduler.Timer idleLook = () -> {};

    BrokerLink(LinkTerms terms, Node node) {
        this.terms = terms;
        this.node = node;
        this.notBeforeNanos = terms.now();
    }

    Node node() {
        return node;
    }

    boolean isReady() {
        return connection != null && connection.isReady();
    }

    /** Requests without an outcome. */
    int pending() {
        return waiting.size() + (connection == null ? 0 : connection.pending());
    }

    /** Whether nothing is there that another link to the same broker would not have. */
    boolean isUnused() {
        return connection == null && !isTrying && waiting.isEmpty();
    }

    /** Whether an attempt that begins now may begin now. */
    boolean mayTry() {
        return notBeforeNanos - terms.now() <= 0;
    }

    /** How long, by difference, an attempt has to wait. */
    long waitNanos() {
        return Math.max(0, notBeforeNanos - terms.now());
    }

    void send(Outgoing request) {
        BrokerConnection current = connection;
        if (current != null && current.isReady()) {
            current.send(request);
        } else if (isClosed) {
            fail(request, new DisconnectException("the client is closed"));
        } else {
            waiting.add(request);
            tryWhenAllowed();
        }
    }

    private void fail(Outgoing request, KafkaException cause) {
        terms.scheduler().execute(() -> request.failed(cause));
    }

    private void tryWhenAllowed() {
        if (mayTry()) {
            tryNow();
        } else if (!hasRetry) {
            hasRetry = true;
            retry = terms.scheduler().after(Duration.ofNanos(waitNanos()), () -> {
                hasRetry = false;
                tryNow();
            });
        }
    }

    /** Begins an attempt, unless one is under way or the connection stands. */
    void tryNow() {
        if (isTrying || isClosed || connection != null) {
            return;
        }
        isTrying = true;
        attempt++;
        long mine = attempt;
        terms.resolve(node.host(), addresses -> resolved(mine, addresses), failure -> {
            if (mine == attempt) {
                attemptFailed(failure);
            }
        });
    }

    private void resolved(long ofAttempt, Collection<InetAddress> addresses) {
        if (ofAttempt != attempt) {
            return;
        }
        untried.clear();
        untried.addAll(addresses);
        connectToNext();
    }

    private void connectToNext() {
        InetAddress address = untried.poll();
        if (address == null) {
            attemptFailed(new DisconnectException(node + ": no address is known for this name"));
            return;
        }
        long setupMs = terms.settings()
                .setupTimeout()
                .delayMs(failures + 1, terms.parts().randomness());
        var peer = new Peer(node.toString(), new InetSocketAddress(address, node.port()));
        connection =
                terms.connector().connect(peer, setupMs, this, terms.metrics().trafficTo(node));
    }

    @Override
    public void ready(BrokerConnection made) {
        isTrying = false;
        failures = 0;
        terms.metrics().connectionMade();
        terms.reachability().reached(node);
        lookForIdleness(made);
        while (!waiting.isEmpty() && made.isReady()) {
            made.send(waiting.poll());
        }
        terms.news().ready(node);
    }

    private void lookForIdleness(BrokerConnection made) {
        long maxIdleMs = terms.settings().maxIdleMs();
        if (maxIdleMs < 0) {
            return;
        }
        long leftNanos = TimeUnit.MILLISECONDS.toNanos(maxIdleMs) - made.idleNanos();
        if (leftNanos > 0) {
            idleLook = terms.scheduler().after(Duration.ofNanos(leftNanos), () -> lookForIdleness(made));
        } else if (made == connection) {
            disconnect(new DisconnectException(node + ": nothing went over the connection for " + maxIdleMs + " ms"));
        }
    }

    @Override
    public void ended(BrokerConnection gone, KafkaException cause) {
        if (gone.versions() != null) {
            terms.metrics().connectionClosed();
        }
        if (gone != connection) {
            return;
        }
        connection = null;
        idleLook.cancel();
        if (isClosed) {
            return;
        }
        if (!isTrying) {
            log.debug("{}: {}", terms.settings().clientId(), cause.getMessage());
            backOff(cause);
        } else if (untried.isEmpty()) {
            attemptFailed(cause);
        } else {
            connectToNext();
        }
    }

    /** No address has led to the broker. */
    private void attemptFailed(KafkaException cause) {
        isTrying = false;
        terms.reachability().failed(node, cause);
        backOff(cause);
    }

    private void backOff(KafkaException cause) {
        failures++;
        long delayMs =
                terms.settings().reconnect().delayMs(failures, terms.parts().randomness());
        notBeforeNanos = terms.now() + TimeUnit.MILLISECONDS.toNanos(delayMs);
        failWaiting(cause);
        terms.scheduler().execute(() -> terms.news().gone(node));
    }

    private void failWaiting(KafkaException cause) {
        KafkaException told = cause instanceof DisconnectException
                ? cause
                : new DisconnectException("no connection: " + cause.getMessage(), cause);
        List<Outgoing> failing = List.copyOf(waiting);
        waiting.clear();
        failing.forEach(request -> fail(request, told));
    }

    /** Ends the connection and any attempt; the next request begins a new one at once. */
    void disconnect(KafkaException why) {
        BrokerConnection ending = connection;
        connection = null;
        isTrying = false;
        attempt++;
        untried.clear();
        idleLook.cancel();
        failWaiting(why);
        if (ending != null) {
            ending.end(why);
            terms.scheduler().execute(() -> terms.news().gone(node));
        }
    }

    /** Ends everything for good. */
    void close(KafkaException why) {
        isClosed = true;
        retry.cancel();
        disconnect(why);
    }
}
