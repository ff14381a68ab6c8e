package io.milena.server.zookeeper;

import io.milena.common.Randomness;
import io.milena.common.Uuid;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What every broker makes sure of at its start: the persistent folders of the tree, and that the cluster has an id.
 * Stateless; what is there stays as it is.
 */
public final class ClusterSetup {

    private ClusterSetup() {}

    /** Prepares the tree; the future holds the id of the cluster. */
    public static CompletableFuture<String> prepare(ZkSession session, Randomness randomness) {
        for (String path : ZkPaths.PERSISTENT_AT_START) {
            createWithParents(session, path);
        }
        createWithParents(session, ZkPaths.CLUSTER);
        String fresh = Uuid.random(randomness).toString();
        return unlessThere(session, ZkPaths.CLUSTER_ID, ClusterIdZnode.encode(fresh))
                .thenCompose(done -> session.get(ZkPaths.CLUSTER_ID, null))
                .thenApply(node -> ClusterIdZnode.decode(node.data()));
    }

    /** Pipelined: ZooKeeper carries out the parents' creation before the child's. */
    private static void createWithParents(ZkSession session, String path) {
        List<String> parents = new ArrayList<>();
        for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
            parents.add(path.substring(0, end));
        }
        parents.forEach(parent -> unlessThere(session, parent, null));
        unlessThere(session, path, null);
    }

    private static CompletableFuture<Void> unlessThere(ZkSession session, String path, byte @Nullable [] data) {
        return session.create(path, data, ZkOp.Kind.PERSISTENT).handle((name, failure) -> {
            if (failure == null || ZkException.is(failure, ZkCode.NODE_EXISTS)) {
                return null;
            }
            throw new ZkException(ZkCode.OTHER, path + " could not be made: " + failure.getMessage());
        });
    }
}
