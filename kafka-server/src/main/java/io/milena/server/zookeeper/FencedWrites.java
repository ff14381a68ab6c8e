package io.milena.server.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes of one controller: each is a multi that first checks the version of {@code /controller_epoch}, so that a
 * controller that lost its office without knowing it can change nothing. Such a write fails with
 * {@link ZkCode#FENCED}. Immutable.
 */
public final class FencedWrites {

    private final ZkSession session;
    private final ZkOp check;

    /** Writes for the controller that was elected when {@code /controller_epoch} got {@code epochNodeVersion}. */
    public FencedWrites(ZkSession session, int epochNodeVersion) {
        this.session = session;
        check = new ZkOp.Check(ZkPaths.CONTROLLER_EPOCH, epochNodeVersion);
    }

    /** All operations, or none. The future holds a stat for each set, in the places of {@code operations}. */
    public CompletableFuture<List<@Nullable ZkStat>> all(List<ZkOp> operations) {
        List<ZkOp> fenced = new ArrayList<>(operations.size() + 1);
        fenced.add(check);
        fenced.addAll(operations);
        return session.multi(fenced).handle((stats, failure) -> {
            if (failure != null) {
                throw seenWithoutCheck(failure);
            }
            return stats.subList(1, stats.size());
        });
    }

    private static RuntimeException seenWithoutCheck(Throwable failure) {
        Throwable cause = ZkException.cause(failure);
        if (!(cause instanceof ZkException refused)) {
            return cause instanceof RuntimeException unexpected ? unexpected : new IllegalStateException(cause);
        }
        boolean checkFailed = refused.operation() == 0;
        return checkFailed
                ? new ZkException(ZkCode.FENCED, "another controller was elected")
                : new ZkException(refused.code(), String.valueOf(refused.getMessage()), refused.operation() - 1);
    }
}
