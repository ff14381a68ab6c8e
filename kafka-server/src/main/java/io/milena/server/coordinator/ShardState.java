package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import java.util.EnumSet;
import java.util.Set;

/**
 * Where a shard stands.
 *
 * <pre>
 *            leadership taken             all records applied
 *   AWAY  -------------------->  LOADING  -------------------->  SERVING
 *     ^                            |  ^                            |
 *     |       leadership lost      |  |    broken, or led anew     |
 *     +----------------------------+  +----------------------------+
 *     ^                       leadership lost                      |
 *     +------------------------------------------------------------+
 * </pre>
 */
enum ShardState {
    /** Another broker leads the partition, or nobody does. */
    AWAY(ErrorCode.NOT_COORDINATOR),
    /** The log is being read. */
    LOADING(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS),
    /** The machine takes turns. */
    SERVING(ErrorCode.NONE);

    private final ErrorCode refusal;

    ShardState(ErrorCode refusal) {
        this.refusal = refusal;
    }

    /** What whoever asks for something hears; {@link ErrorCode#NONE} if it is done. */
    ErrorCode refusal() {
        return refusal;
    }

    Set<ShardState> next() {
        return switch (this) {
            case AWAY -> EnumSet.of(LOADING);
            case LOADING -> EnumSet.of(SERVING, AWAY);
            case SERVING -> EnumSet.of(LOADING, AWAY);
        };
    }
}
