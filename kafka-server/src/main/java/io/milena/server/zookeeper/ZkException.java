package io.milena.server.zookeeper;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** An operation that ZooKeeper refused: how a future of {@link ZkSession} fails. */
public final class ZkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Stands for an operation that was not part of a multi. */
    private static final int SINGLE = -1;

    private final ZkCode code;
    private final int operation;

    public ZkException(ZkCode code, String message) {
        this(code, message, SINGLE);
    }

    /** An operation of a multi failed, and the whole multi with it; {@code operation} is its place. */
    ZkException(ZkCode code, String message, int operation) {
        super(code + ": " + message, null, false, false);
        this.code = code;
        this.operation = operation;
    }

    public ZkCode code() {
        return code;
    }

    /** Place of the failed operation in its multi; negative when it was a single operation. */
    public int operation() {
        return operation;
    }

    /** Whether a future failed with {@code code}. Sees through the wrapping that dependent futures add. */
    public static boolean is(@Nullable Throwable failure, ZkCode code) {
        return cause(failure) instanceof ZkException refused && refused.code == code;
    }

    /** What made a future fail, without the wrapping that dependent futures add; null for no failure. */
    public static @Nullable Throwable cause(@Nullable Throwable failure) {
        Throwable bare = failure;
        while (bare instanceof CompletionException && bare.getCause() != null) {
            bare = bare.getCause();
        }
        return bare;
    }
}
