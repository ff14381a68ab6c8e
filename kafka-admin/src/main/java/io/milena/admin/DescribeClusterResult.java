package io.milena.admin;

import io.milena.common.KafkaFuture;
import io.milena.common.Node;
import io.milena.common.acl.AclOperation;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What comes of {@link Admin#describeCluster()}. Thread-safe. */
public final class DescribeClusterResult {

    private final KafkaFuture<Told> told;

    DescribeClusterResult(CompletableFuture<Told> told) {
        this.told = KafkaFuture.of(told);
    }

    /** All that one answer says. */
    record Told(
            List<Node> nodes,
            @Nullable Node controller,
            String clusterId,
            @Nullable Set<AclOperation> operations) {}

    /** The brokers that are alive. */
    public KafkaFuture<Collection<Node>> nodes() {
        return told.thenApply(Told::nodes);
    }

    /** The controller; null if there is none at the moment. */
    public KafkaFuture<@Nullable Node> controller() {
        return told.thenApply(Told::controller);
    }

    public KafkaFuture<String> clusterId() {
        return told.thenApply(Told::clusterId);
    }

    /** What the caller may do with the cluster; null if that was not asked. */
    public KafkaFuture<@Nullable Set<AclOperation>> authorizedOperations() {
        return told.thenApply(Told::operations);
    }
}
