package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import org.jspecify.annotations.Nullable;

/** What AddPartitionsToTxn and AddOffsetsToTxn do in each state. Stateless. */
final class AddRules {

    private AddRules() {}

    /** The partitions want to take part. */
    static Verdict add(@Nullable Transaction known, AddPartitionsAsk ask, long nowMs) {
        ErrorCode refusal = refusal(known, ask);
        if (refusal != ErrorCode.NONE || known == null) {
            return Verdict.unchanged(refusal);
        }
        if (known.state() == TransactionState.ONGOING && known.partitions().containsAll(ask.partitions())) {
            return Verdict.unchanged(ErrorCode.NONE);
        }
        return Verdict.granted(known.with(ask.partitions(), nowMs));
    }

    /** Whether the partitions take part. */
    static AddPartitionsAnswer verify(@Nullable Transaction known, AddPartitionsAsk ask) {
        ErrorCode refusal = refusal(known, ask);
        if (refusal != ErrorCode.NONE || known == null) {
            return AddPartitionsAnswer.all(ask.partitions(), refusal);
        }
        return AddPartitionsAnswer.each(
                ask.partitions(),
                partition -> known.partitions().contains(partition) ? ErrorCode.NONE : ErrorCode.TRANSACTION_ABORTABLE);
    }

    private static ErrorCode refusal(@Nullable Transaction known, AddPartitionsAsk ask) {
        ErrorCode foreign = OwnerRules.check(known, ask.producer());
        boolean ending = known != null && known.state().isPrepared();
        return foreign == ErrorCode.NONE && ending ? ErrorCode.CONCURRENT_TRANSACTIONS : foreign;
    }
}
