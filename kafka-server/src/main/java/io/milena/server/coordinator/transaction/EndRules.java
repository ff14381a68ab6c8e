package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import org.jspecify.annotations.Nullable;

/**
 * What EndTxn does in each state. Stateless.
 *
 * <p>A client that got no answer asks again: it is told to wait while the markers are written, and that all is well
 * when they are. It cannot get the other outcome than the first. Nothing but an open transaction is ever ended, so an
 * abort without one costs nothing and fences nobody.
 */
final class EndRules {

    private EndRules() {}

    static Verdict end(@Nullable Transaction known, EndAsk ask, long nowMs) {
        ErrorCode foreign = OwnerRules.check(known, ask.producer());
        if (foreign != ErrorCode.NONE || known == null) {
            return Verdict.unchanged(foreign);
        }
        return switch (known.state()) {
            case ONGOING -> Verdict.granted(known.prepared(ask.result(), nowMs));
            case PREPARE_COMMIT -> again(ask, TransactionResult.COMMIT, ErrorCode.CONCURRENT_TRANSACTIONS);
            case PREPARE_ABORT -> again(ask, TransactionResult.ABORT, ErrorCode.CONCURRENT_TRANSACTIONS);
            case COMPLETE_COMMIT -> again(ask, TransactionResult.COMMIT, ErrorCode.NONE);
            case COMPLETE_ABORT -> again(ask, TransactionResult.ABORT, ErrorCode.NONE);
            case EMPTY, DEAD, PREPARE_EPOCH_FENCE -> Verdict.unchanged(ErrorCode.INVALID_TXN_STATE);
        };
    }

    private static Verdict again(EndAsk ask, TransactionResult decided, ErrorCode ifSame) {
        return Verdict.unchanged(ask.result() == decided ? ifSame : ErrorCode.INVALID_TXN_STATE);
    }
}
