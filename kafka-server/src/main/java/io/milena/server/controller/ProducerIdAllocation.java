package io.milena.server.controller;

import io.milena.server.zookeeper.ProducerIdBlockZnode;
import io.milena.server.zookeeper.ZkCode;
import io.milena.server.zookeeper.ZkException;
import io.milena.server.zookeeper.ZkNode;
import io.milena.server.zookeeper.ZkOp;
import io.milena.server.zookeeper.ZkPaths;
import io.milena.server.zookeeper.ZkSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Gives blocks of producer ids to brokers: each block is written down before anyone uses it, so that an id is never
 * given twice. A block whose answer was lost is lost with it.
 *
 * <p>Confined to the lane.
 */
final class ProducerIdAllocation {

    private static final int BLOCK_SIZE = 1_000;
    private static final int MOST_TRIES = 5;

    private final Term term;

    ProducerIdAllocation(Term term) {
        this.term = term;
    }

    /** The next block, for {@code broker}; fails when ZooKeeper does, or another controller was elected. */
    CompletableFuture<ProducerIdRange> next(int broker) {
        return next(broker, 1);
    }

    private CompletableFuture<ProducerIdRange> next(int broker, int tries) {
        ZkSession session = term.services().session();
        return session.get(ZkPaths.PRODUCER_ID_BLOCK, null)
                .thenCompose(node -> take(broker, node))
                .handle((range, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.completedFuture(range);
                    }
                    boolean overtaken = ZkException.is(failure, ZkCode.BAD_VERSION) && tries < MOST_TRIES;
                    return overtaken
                            ? next(broker, tries + 1)
                            : CompletableFuture.<ProducerIdRange>failedFuture(failure);
                })
                .thenCompose(range -> range);
    }

    private CompletableFuture<ProducerIdRange> take(int broker, ZkNode node) {
        ProducerIdBlockZnode last = ProducerIdBlockZnode.decode(node.data());
        long first = last == null ? 0 : last.last() + 1;
        if (first > Long.MAX_VALUE - BLOCK_SIZE) {
            return CompletableFuture.failedFuture(new IllegalStateException("all producer ids are used up"));
        }
        byte[] text = new ProducerIdBlockZnode(broker, first, first + BLOCK_SIZE - 1).encode();
        return term.writes()
                .all(List.of(new ZkOp.Set(
                        ZkPaths.PRODUCER_ID_BLOCK, text, node.stat().version())))
                .thenApply(stats -> new ProducerIdRange(first, BLOCK_SIZE));
    }
}
