package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiMessage;
import org.jspecify.annotations.Nullable;

/**
 * Translates one kind of request into one domain call, and its outcome into the response. One instance serves all
 * connections, so it is stateless or thread-safe.
 *
 * <p>To serve another API, write a package-private class {@code XxxHandler} and give it one line where its table is
 * filled ({@link DataApis} has those of the data path):
 *
 * <pre>{@code
 * final class DescribeClusterHandler implements ApiHandler<DescribeClusterRequest, DescribeClusterResponse> {
 *
 *     @Override
 *     public void handle(DescribeClusterRequest request, Caller<DescribeClusterResponse> caller) {
 *         ClusterImage image = cluster.current();
 *         caller.reply(new DescribeClusterResponse().clusterId(image.clusterId()));
 *     }
 * }
 *
 * table.serve(ApiKey.DESCRIBE_CLUSTER, 0, 1, new DescribeClusterHandler(cluster));
 * }</pre>
 *
 * <p>The versions of a response's fields are no concern of a handler: what the schema calls ignorable is dropped in
 * versions that lack it. Whatever else depends on the version asks {@link Caller#version()}.
 *
 * @param <Q> the request
 * @param <A> the response
 */
interface ApiHandler<Q extends ApiMessage, A extends ApiMessage> {

    /**
     * Serves one request. Called on the connection's event loop and must not block: work that does goes to an executor
     * given in the constructor. Replies now or later, from any thread. Records in the request are released when this
     * returns; what must live longer is retained.
     */
    void handle(Q request, Caller<A> caller);

    /**
     * The response that tells {@code error} for the whole request, for the case that {@link #handle} threw; null if the
     * response cannot say so, then the connection is closed.
     */
    default @Nullable A failed(Q request, ErrorCode error) {
        return null;
    }
}
