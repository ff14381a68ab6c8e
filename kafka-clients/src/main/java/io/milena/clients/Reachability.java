package io.milena.clients;

import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.errors.DisconnectException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which brokers can be reached, why not, and what of it is worth a line in the log: changes, never each attempt.
 *
 * <p>Confined to the event loop.
 */
final class Reachability {

    private static final Logger log = LoggerFactory.getLogger(Reachability.class);

    private final String client;
    private final Supplier<Collection<Node>> known;
    private final Map<BrokerAddress, KafkaException> failing = new LinkedHashMap<>();
    private @Nullable KafkaException last;
    private boolean allWereLost;

    /** @param known the brokers that there are at this moment */
    Reachability(String client, Supplier<Collection<Node>> known) {
        this.client = client;
        this.known = known;
    }

    private static BrokerAddress addressOf(Node node) {
        return new BrokerAddress(node.host(), node.port());
    }

    void failed(Node node, KafkaException cause) {
        boolean isNews = failing.put(addressOf(node), cause) == null;
        last = cause;
        if (isLost() && !allWereLost) {
            allWereLost = true;
            log.warn("{}: {}", client, failure().getMessage());
        } else if (isNews && !allWereLost) {
            log.info("{}: {}", client, cause.getMessage());
        }
    }

    void reached(Node node) {
        if (failing.remove(addressOf(node)) != null || allWereLost) {
            log.info("{}: connected to {} again", client, node);
        }
        allWereLost = false;
    }

    /** Whether the last attempt to reach it failed, and none has succeeded since. */
    boolean isFailing(Node node) {
        return failing.containsKey(addressOf(node));
    }

    /** Whether that is so of every broker there is. */
    boolean isLost() {
        return known.get().stream().allMatch(this::isFailing);
    }

    /** Forgets brokers that are no more. */
    void retain(Collection<Node> nodes) {
        failing.keySet().retainAll(nodes.stream().map(Reachability::addressOf).toList());
    }

    /** That no broker can be reached, with all that were tried, and the last cause. */
    KafkaException failure() {
        List<String> tried = new ArrayList<>();
        for (Node node : known.get()) {
            tried.add(addressOf(node).toString());
        }
        String text = "no broker can be reached, tried " + String.join(", ", tried);
        KafkaException cause = last;
        return cause == null
                ? new DisconnectException(text)
                : new DisconnectException(text + "; the last failure was: " + cause.getMessage(), cause);
    }
}
