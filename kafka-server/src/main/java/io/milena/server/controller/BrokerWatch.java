package io.milena.server.controller;

import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.EndpointImage;
import io.milena.server.zookeeper.BrokerZnode;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches which brokers are registered. A broker that went and came back between two looks is known by its new epoch,
 * and counts as gone and come.
 *
 * <p>Confined to the lane.
 */
final class BrokerWatch implements SerialLook.Subject {

    private static final Logger log = LoggerFactory.getLogger(BrokerWatch.class);

    private final Term term;
    private final Runnable onChange;
    private final SerialLook looks;

    /** {@code onChange} runs after the state has taken over that brokers came or went, once the first look is done. */
    BrokerWatch(Term term, Runnable onChange) {
        this.term = term;
        this.onChange = onChange;
        looks = new SerialLook(term.services().lane(), this);
    }

    /** The first look; reports no change. */
    CompletableFuture<Void> readBrokers() {
        return looks.first();
    }

    @Override
    public boolean isOver() {
        return term.isOver();
    }

    @Override
    public CompletableFuture<Boolean> look() {
        return term.services()
                .session()
                .children(ZkPaths.BROKER_IDS, looks::again)
                .thenCompose(this::readAll)
                .thenApply(found -> !term.isOver() && takeOver(found));
    }

    @Override
    public void changed() {
        onChange.run();
    }

    @Override
    public void failed(Throwable failure) {
        term.report("reading the registered brokers", failure);
    }

    private CompletableFuture<SortedMap<Integer, BrokerImage>> readAll(List<String> ids) {
        SortedMap<Integer, BrokerImage> found = new TreeMap<>();
        List<CompletableFuture<?>> reads = new ArrayList<>();
        for (String id : ids) {
            reads.add(term.services()
                    .session()
                    .get(ZkPaths.BROKER_IDS + "/" + id, null)
                    .thenAccept(node -> found.put(Integer.valueOf(id), image(Integer.parseInt(id), node)))
                    .exceptionally(failure -> leftOut(id, failure)));
        }
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)).thenApply(done -> found);
    }

    private static @Nullable Void leftOut(String id, Throwable failure) {
        if (ZkException.is(failure, ZkCode.SESSION_ENDED)) {
            throw new ZkException(ZkCode.SESSION_ENDED, ZkPaths.BROKER_IDS + "/" + id);
        }
        Throwable cause = ZkException.cause(failure);
        if (cause != null && !ZkException.is(cause, ZkCode.NO_NODE)) {
            log.error("broker {} is left out; correct {}: {}", id, ZkPaths.BROKER_IDS + "/" + id, cause.getMessage());
        }
        return null;
    }

    static BrokerImage image(int id, ZkNode node) {
        BrokerZnode text = BrokerZnode.decode(node.data());
        SortedMap<String, EndpointImage> endpoints = new TreeMap<>();
        for (BrokerZnode.Endpoint endpoint : text.endpoints()) {
            endpoints.put(
                    endpoint.listenerName(),
                    new EndpointImage(
                            endpoint.listenerName(), endpoint.securityProtocol(), endpoint.host(), endpoint.port()));
        }
        return new BrokerImage(id, node.stat().creationZxid(), endpoints, text.rack());
    }

    /**
     * Whether anything changed. A broker that came back is first only gone, so that others may lead; the next look
     * finds it.
     */
    private boolean takeOver(SortedMap<Integer, BrokerImage> found) {
        SortedSet<Integer> went = forgetGone(found);
        SortedMap<Integer, BrokerImage> mayCome = new TreeMap<>(found);
        mayCome.keySet().removeAll(went);
        if (mayCome.size() < found.size()) {
            looks.again();
        }
        return came(mayCome) || !went.isEmpty();
    }

    private SortedSet<Integer> forgetGone(SortedMap<Integer, BrokerImage> found) {
        SortedSet<Integer> went = new TreeSet<>();
        for (BrokerImage known : List.copyOf(term.state().brokers().values())) {
            BrokerImage now = found.get(known.id());
            if (now == null || now.epoch() != known.epoch()) {
                log.info("broker {} with epoch {} is gone", known.id(), known.epoch());
                term.state().brokerWent(known.id());
                term.batches().brokerWent(known);
                went.add(known.id());
            }
        }
        return went;
    }

    private boolean came(SortedMap<Integer, BrokerImage> found) {
        boolean changed = false;
        for (BrokerImage now : found.values()) {
            if (!term.state().lives(now.id())) {
                log.info("broker {} with epoch {} has come", now.id(), now.epoch());
                term.state().brokerCame(now);
                term.batches().brokerCame(now);
                term.batches().assignAllTo(now.id());
                changed = true;
            }
        }
        return changed;
    }
}
