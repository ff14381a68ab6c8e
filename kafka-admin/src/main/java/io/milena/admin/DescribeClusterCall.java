package io.milena.admin;

import io.milena.common.Node;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.RetriableException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.DescribeClusterRequest;
import io.milena.protocol.messages.DescribeClusterResponse;
import io.milena.protocol.messages.DescribeClusterResponse.DescribeClusterBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** DescribeCluster (key 60), asked of any broker. */
final class DescribeClusterCall implements AdminCall<DescribeClusterResponse> {

    private final CompletableFuture<DescribeClusterResult.Told> told = new CompletableFuture<>();
    private final DescribeClusterOptions options;

    DescribeClusterCall(DescribeClusterOptions options) {
        this.options = options;
    }

    DescribeClusterResult result() {
        return new DescribeClusterResult(told);
    }

    @Override
    public String name() {
        return "describeCluster";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DESCRIBE_CLUSTER;
    }

    @Override
    public Route route() {
        return Route.ANY;
    }

    @Override
    public ApiMessage request(short version, int timeoutMs) {
        return new DescribeClusterRequest().includeClusterAuthorizedOperations(options.includeAuthorizedOperations());
    }

    @Override
    public Optional<ApiException> answered(DescribeClusterResponse answer) {
        ErrorCode error = ErrorCode.of(answer.errorCode());
        if (error != ErrorCode.NONE) {
            ApiException cause = error.exception(answer.errorMessage());
            if (cause instanceof RetriableException) {
                return Optional.of(cause);
            }
            told.completeExceptionally(cause);
            return Optional.empty();
        }
        List<Node> nodes = new ArrayList<>();
        @Nullable Node controller = null;
        for (DescribeClusterBroker broker : answer.brokers()) {
            var node = new Node(broker.brokerId(), broker.host(), broker.port(), broker.rack());
            nodes.add(node);
            controller = broker.brokerId() == answer.controllerId() ? node : controller;
        }
        told.complete(new DescribeClusterResult.Told(
                nodes, controller, answer.clusterId(), AnsweredNodes.operations(answer.clusterAuthorizedOperations())));
        return Optional.empty();
    }

    @Override
    public void failed(RuntimeException cause) {
        told.completeExceptionally(cause);
    }
}
