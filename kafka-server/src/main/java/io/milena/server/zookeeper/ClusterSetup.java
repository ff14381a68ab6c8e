package io.milena.server.zookeeper;

import io.milena.common.Randomness;
import io.milena.common.Uuid;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What every broker makes sure of at its start: the persistent folders of the tree, and that the cluster has an id.
 * Stateless; what is there stays as it is.
 */
public final class ClusterSetup {

    private ClusterSetup() {}

    /** Makes what is missing; the future holds the id of the cluster, and fails with {@link ZkException}. */
    public static CompletableFuture<String> prepare(ZkSession session, Randomness randomness) {
        ZkPaths.PERSISTENT_AT_START.forEach(path -> createWithParents(session, path));
        createWithParents(session, ZkPaths.CLUSTER);
        String fresh = Uuid.random(randomness).toString();
        return unlessThere(session, ZkPaths.CLUSTER_ID, ClusterIdZnode.encode(fresh))
                .thenCompose(done -> session.get(ZkPaths.CLUSTER_ID, null))
                .thenApply(node -> ClusterIdZnode.decode(node.data()));
    }

    /** Pipelined: ZooKeeper carries out the parents' creation before the child's. */
    private static void createWithParents(ZkSession session, String path) {
        ZkPaths.withParents(path).forEach(each -> unlessThere(session, each, null));
    }

    private static CompletableFuture<Void> unlessThere(ZkSession session, String path, byte @Nullable [] data) {
        return session.create(path, data, ZkOp.Kind.PERSISTENT).handle((name, failure) -> {
            if (failure == null || ZkException.is(failure, ZkCode.NODE_EXISTS)) {
                return null;
            }
            throw new ZkException(ZkCode.OTHER, "node " + path + " could not be made: " + failure.getMessage());
        });
    }
}
