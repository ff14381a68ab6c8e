package io.milena.server.zookeeper;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session with ZooKeeper that is renewed when it expires. Fully asynchronous and pipelined: operations are carried
 * out in the order in which they were given, without waiting for one another.
 *
 * <p>May be called from any thread. Futures complete, watches fire and states are told on one scheduler, given to the
 * implementation: the session's lane. A refused operation fails its future with a {@link ZkException}. An operation
 * whose connection broke is given again on the next connection of the same session, so that a create may answer
 * NODE_EXISTS and a set BAD_VERSION although this session did it; when the session ends, everything unanswered fails
 * with {@link ZkCode#SESSION_ENDED}.
 *
 * <p>A watch fires at most once, on the first change after the read that set it, and never after its session ended.
 */
public interface ZkSession {

    /** Makes a node; the future holds its path, which for a sequential one has its number. */
    CompletableFuture<String> create(String path, byte @Nullable [] data, ZkOp.Kind kind);

    /** Reads a node; the watch fires on a change of data and on deletion. NO_NODE sets no watch. */
    CompletableFuture<ZkNode> get(String path, @Nullable Runnable watch);

    /** Reads many nodes, in the order of {@code paths}, and sets no watches; null stands for one that is not there. */
    CompletableFuture<List<@Nullable ZkNode>> getAll(List<String> paths);

    /** Whether a node is there: its stat, or null. The watch fires on creation, change of data and deletion. */
    CompletableFuture<@Nullable ZkStat> exists(String path, @Nullable Runnable watch);

    /** Names of the children, sorted; the watch fires when one comes or goes. */
    CompletableFuture<List<String>> children(String path, @Nullable Runnable watch);

    /** Replaces the data of a node that has {@code version}. */
    CompletableFuture<ZkStat> set(String path, byte[] data, int version);

    /** Removes a node that has {@code version} and no children. */
    CompletableFuture<Void> delete(String path, int version);

    /**
     * All operations or none. The future holds one element per operation: the stat of the node for a set and for a
     * create null, as for all others.
     */
    CompletableFuture<List<@Nullable ZkStat>> multi(List<ZkOp> operations);

    /** Tells {@code listener} every state from now on, the present one first. */
    void onState(Consumer<ZkSessionState> listener);

    /** Id of the present session; 0 before the first one. */
    long sessionId();

    /**
     * Ends the session; its ephemeral nodes go at once. Everything unanswered fails. Blocks until the server has
     * confirmed, or is known to be gone: not to be called on the session's lane.
     */
    void close();
}
