package io.milena.clients;

import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.errors.DisconnectException;
import io.milena.protocol.ApiMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The links to the brokers of one cluster, made as they are needed. Confined to the event loop. */
final class BrokerPool implements Brokers {

    /** More than there are requests. */
    private static final long UNCONNECTED_COST = 1L << 32;

    /** More than there are nanoseconds to wait. */
    private static final long FAILING_COST = 1L << 60;

    private final LinkTerms terms;
    private final Supplier<Collection<Node>> known;
    private final Map<Node, BrokerLink> links = new LinkedHashMap<>();
    private boolean isClosed;

    /** @param known the brokers that there are at this moment */
    BrokerPool(LinkTerms terms, Supplier<Collection<Node>> known) {
        this.terms = terms;
        this.known = known;
    }

    /** Of a broker that has moved to another address, the link to the old one is of no use. Racks do not matter. */
    private static Node keyOf(Node node) {
        return node.rack() == null ? node : new Node(node.id(), node.host(), node.port(), null);
    }

    private @Nullable BrokerLink find(Node node) {
        return links.get(keyOf(node));
    }

    private BrokerLink linkTo(Node node) {
        return links.computeIfAbsent(keyOf(node), key -> new BrokerLink(terms, node));
    }

    @Override
    public <A extends ApiMessage> void send(Node node, BrokerCall<A> call) {
        var request = new CalledRequest<>(call);
        if (isClosed) {
            terms.scheduler().execute(() -> request.failed(new DisconnectException("the client is closed")));
        } else {
            linkTo(node).send(request);
        }
    }

    @Override
    public boolean isReady(Node node) {
        if (isClosed) {
            return false;
        }
        BrokerLink link = linkTo(node);
        if (!link.isReady() && link.mayTry()) {
            link.tryNow();
        }
        return link.isReady();
    }

    @Override
    public int pending(Node node) {
        BrokerLink link = find(node);
        return link == null ? 0 : link.pending();
    }

    @Override
    public @Nullable Node leastLoaded() {
        List<Node> candidates = new ArrayList<>(known.get());
        if (candidates.isEmpty()) {
            return null;
        }
        int start = terms.parts().randomness().nextInt(candidates.size());
        Node best = candidates.get(start);
        long bestCost = costOf(best);
        for (int i = 1; i < candidates.size(); i++) {
            Node candidate = candidates.get((start + i) % candidates.size());
            long cost = costOf(candidate);
            if (cost < bestCost) {
                best = candidate;
                bestCost = cost;
            }
        }
        return best;
    }

    /** Connected ones by what is pending; then those not known to fail; then by how long they may not be tried. */
    private long costOf(Node node) {
        BrokerLink link = find(node);
        if (link != null && link.isReady()) {
            return link.pending();
        }
        long failing = terms.reachability().isFailing(node) ? FAILING_COST : 0;
        long waiting = link == null ? 0 : link.pending() + link.waitNanos();
        return UNCONNECTED_COST + failing + waiting;
    }

    @Override
    public void disconnect(Node node) {
        BrokerLink link = find(node);
        if (link != null) {
            link.disconnect(new DisconnectException(node + ": the client has ended the connection"));
        }
    }

    /** Ends links to brokers that are no more and that nothing goes over, those of bootstrap addresses among them. */
    void retain(Collection<Node> nodes) {
        Set<Node> keys = nodes.stream().map(BrokerPool::keyOf).collect(Collectors.toSet());
        for (BrokerLink link : List.copyOf(links.values())) {
            boolean isBootstrap = link.node().id() < 0;
            if (!keys.contains(keyOf(link.node())) && link.pending() == 0 && (isBootstrap || link.isUnused())) {
                link.disconnect(new DisconnectException(link.node() + ": the broker is no more, or known by its id"));
                links.remove(keyOf(link.node()));
            }
        }
        terms.reachability().retain(nodes);
    }

    /** Ends all connections; what is pending, and what is sent from now on, fails. */
    void close() {
        isClosed = true;
        KafkaException why = new DisconnectException("the client is closed");
        links.values().forEach(link -> link.close(why));
        links.clear();
    }
}
