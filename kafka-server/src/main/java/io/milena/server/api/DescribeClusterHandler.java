package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.DescribeClusterRequest;
import io.milena.protocol.messages.DescribeClusterResponse;
import io.milena.protocol.messages.DescribeClusterResponse.DescribeClusterBroker;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import java.util.List;

/**
 * DescribeCluster (key 60): cluster id, controller and brokers (KIP-700).
 *
 * <pre>
 * v1  the kind of nodes asked for (KIP-919); this broker knows no other kind than brokers
 * </pre>
 */
final class DescribeClusterHandler implements ApiHandler<DescribeClusterRequest, DescribeClusterResponse> {

    private static final byte BROKERS = 1;
    private static final byte CONTROLLERS = 2;

    private final ClusterView cluster;

    DescribeClusterHandler(ClusterView cluster) {
        this.cluster = cluster;
    }

    @Override
    public void handle(DescribeClusterRequest request, Caller<DescribeClusterResponse> caller) {
        if (request.endpointType() != BROKERS) {
            ErrorCode error = request.endpointType() == CONTROLLERS
                    ? ErrorCode.MISMATCHED_ENDPOINT_TYPE
                    : ErrorCode.UNSUPPORTED_ENDPOINT_TYPE;
            caller.reply(failed(request, error)
                    .errorMessage("endpoint type " + request.endpointType() + " (expected: 1, brokers)"));
            return;
        }
        ClusterImage image = cluster.current();
        caller.reply(new DescribeClusterResponse()
                .clusterId(image.clusterId())
                .controllerId(image.controllerId())
                .brokers(brokers(image, caller.peer().listener()))
                .clusterAuthorizedOperations(
                        AuthorizedOperations.ofCluster(request.includeClusterAuthorizedOperations())));
    }

    @Override
    public DescribeClusterResponse failed(DescribeClusterRequest request, ErrorCode error) {
        return new DescribeClusterResponse().errorCode(error.code());
    }

    private static List<DescribeClusterBroker> brokers(ClusterImage image, String listener) {
        return MetadataHandler.brokers(image, listener).stream()
                .map(broker -> new DescribeClusterBroker()
                        .brokerId(broker.nodeId())
                        .host(broker.host())
                        .port(broker.port())
                        .rack(broker.rack()))
                .toList();
    }
}
