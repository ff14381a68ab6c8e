package io.milena.server.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads thousands of nodes, a hundred with each request: a request costs client and server much more than what it
 * reads.
 *
 * <p>A server before ZooKeeper 3.6 does not know such requests, and closes the connection that brings one. So the first
 * goes alone; where it is refused, every node is asked for by itself from then on. Thread-safe.
 */
final class BulkReads {

    static final int AT_ONCE = 100;

    private final Function<List<String>, CompletableFuture<List<@Nullable ZkNode>>> together;
    private final Function<String, CompletableFuture<ZkNode>> alone;
    private volatile boolean isUnknown;

    /**
     * @param together reads so many nodes with one request
     * @param alone reads one
     */
    BulkReads(
            Function<List<String>, CompletableFuture<List<@Nullable ZkNode>>> together,
            Function<String, CompletableFuture<ZkNode>> alone) {
        this.together = together;
        this.alone = alone;
    }

    /** The nodes, in the order of {@code paths}; null stands for one that is not there. */
    CompletableFuture<List<@Nullable ZkNode>> read(List<String> paths) {
        int first = Math.min(AT_ONCE, paths.size());
        if (first == 0) {
            return CompletableFuture.completedFuture(List.of());
        }
        return portion(paths.subList(0, first)).thenCompose(head -> {
            List<CompletableFuture<List<@Nullable ZkNode>>> portions = new ArrayList<>();
            portions.add(CompletableFuture.completedFuture(head));
            for (int from = first; from < paths.size(); from += AT_ONCE) {
                portions.add(portion(paths.subList(from, Math.min(from + AT_ONCE, paths.size()))));
            }
            return allOf(portions).thenApply(BulkReads::joined);
        });
    }

    private CompletableFuture<List<@Nullable ZkNode>> portion(List<String> paths) {
        return isUnknown
                ? each(paths, alone)
                : together.apply(paths).exceptionallyCompose(failure -> withoutBulk(paths, failure));
    }

    private CompletableFuture<List<@Nullable ZkNode>> withoutBulk(List<String> paths, Throwable failure) {
        if (!ZkException.is(failure, ZkCode.UNIMPLEMENTED)) {
            return CompletableFuture.failedFuture(failure);
        }
        isUnknown = true;
        return each(paths, alone);
    }

    /** Reads each node by itself. */
    static CompletableFuture<List<@Nullable ZkNode>> each(
            List<String> paths, Function<String, CompletableFuture<ZkNode>> alone) {
        List<CompletableFuture<@Nullable ZkNode>> nodes = new ArrayList<>(paths.size());
        for (String path : paths) {
            nodes.add(alone.apply(path)
                    .<@Nullable ZkNode>thenApply(node -> node)
                    .exceptionallyCompose(failure -> ZkException.is(failure, ZkCode.NO_NODE)
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(failure)));
        }
        return allOf(nodes);
    }

    private static <T extends @Nullable Object> CompletableFuture<List<T>> allOf(List<CompletableFuture<T>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .thenApply(done -> {
                    List<T> values = new ArrayList<>(futures.size());
                    futures.forEach(future -> values.add(future.join()));
                    return values;
                });
    }

    private static List<@Nullable ZkNode> joined(List<List<@Nullable ZkNode>> portions) {
        List<@Nullable ZkNode> all = new ArrayList<>();
        portions.forEach(all::addAll);
        return all;
    }
}
