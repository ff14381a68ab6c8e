package io.milena.server.zookeeper;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.common.ZKConfig;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes one request to ZooKeeper may have. A server breaks the connection on which a longer one comes; sent
 * again on the next one, it would do so for ever, to everyone else's harm. So it is refused here. Immutable.
 *
 * @param maxBytes what the servers take: {@code jute.maxbuffer}, which is to be the same for clients and servers
 * @param chrootBytes what the client puts before every path
 */
record RequestLimit(int maxBytes, int chrootBytes) {

    /** The default of servers. */
    static final int DEFAULT_MAX_BYTES = 0xfffff;

    /** Of an operation, apart from its path and data: at most so many, in a create. */
    private static final int OPERATION_BYTES = 48;

    /** Of a request, apart from its operations. */
    private static final int HEADER_BYTES = 64;

    static RequestLimit of(ZkConfig config) {
        int maxBytes = Integer.getInteger(ZKConfig.JUTE_MAXBUFFER, DEFAULT_MAX_BYTES);
        return new RequestLimit(maxBytes, config.chroot().length());
    }

    boolean isExceededBy(List<ZkOp> operations) {
        return bytes(operations) > maxBytes;
    }

    private long bytes(List<ZkOp> operations) {
        long bytes = HEADER_BYTES;
        for (ZkOp operation : operations) {
            bytes += OPERATION_BYTES + chrootBytes + operation.path().length() + dataBytes(operation);
        }
        return bytes;
    }

    private static int dataBytes(ZkOp operation) {
        if (operation instanceof ZkOp.Create create) {
            return create.data() == null ? 0 : create.data().length;
        }
        return operation instanceof ZkOp.Set set ? set.data().length : 0;
    }

    <T extends @Nullable Object> CompletableFuture<T> refusal(List<ZkOp> operations) {
        String path = operations.get(operations.size() - 1).path();
        return CompletableFuture.failedFuture(new ZkException(
                ZkCode.OTHER,
                path + ": " + bytes(operations) + " bytes are more than ZooKeeper takes at once (jute.maxbuffer: "
                        + maxBytes + ")"));
    }
}
