package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import org.jspecify.annotations.Nullable;

/**
 * What InitProducerId does in each state. Stateless.
 *
 * <p>Every grant raises the epoch, which fences whoever owned the id before. A producer that goes on after an error
 * says who it believes to be (KIP-360): it is fenced if another one has been granted the id since, and given the same
 * answer again if it only missed that.
 *
 * @param known what is known of the id; null if nothing is
 * @param replaced whom the owner of now replaced by going on after an error; null if it did not
 */
record InitRules(@Nullable Transaction known, @Nullable TransactionalProducer replaced) {

    /** The last epoch that is given to a producer; the one above it is left for fencing it. */
    static final short LAST_EPOCH = Short.MAX_VALUE - 1;

    /** Whether the answer takes a producer id that is new. */
    boolean takesNewId(InitAsk ask) {
        if (known == null) {
            return true;
        }
        boolean mayRaise = ask.expected() == null || ask.expected().equals(known.producer());
        return known.state().isIdle() && known.producer().epoch() >= LAST_EPOCH && mayRaise;
    }

    /** The verdict where a new id is taken: it is {@code producerId}. */
    Verdict grantNew(InitAsk ask, long producerId, long nowMs) {
        var owner = new TransactionalProducer(producerId, (short) 0);
        return Verdict.granted(
                known == null
                        ? Transaction.firstOf(owner, ask.timeoutMs(), nowMs)
                        : known.initialized(owner, ask.timeoutMs(), nowMs));
    }

    /** The verdict on {@code transaction}, which is what is known, where no new id is taken. */
    Verdict judge(Transaction transaction, InitAsk ask, long nowMs) {
        TransactionalProducer expected = ask.expected();
        if (expected != null && isStranger(transaction.producer(), expected)) {
            return Verdict.unchanged(ErrorCode.PRODUCER_FENCED);
        }
        if (transaction.state().isPrepared()) {
            return Verdict.unchanged(ErrorCode.CONCURRENT_TRANSACTIONS);
        }
        if (expected == null || expected.equals(transaction.producer())) {
            return transaction.state() == TransactionState.ONGOING
                    ? abortFirst(transaction, nowMs)
                    : Verdict.granted(transaction.initialized(raised(transaction), ask.timeoutMs(), nowMs));
        }
        boolean isRetry = transaction.state().isIdle() && expected.equals(replaced);
        return isRetry
                ? Verdict.granted(transaction.initialized(transaction.producer(), ask.timeoutMs(), nowMs))
                : Verdict.unchanged(ErrorCode.PRODUCER_FENCED);
    }

    private boolean isStranger(TransactionalProducer owner, TransactionalProducer expected) {
        return expected.id() != owner.id() && !expected.equals(replaced);
    }

    /** The client is to ask again, and gets an epoch of its own then: the one that fences is given to nobody. */
    private static Verdict abortFirst(Transaction ongoing, long nowMs) {
        return new Verdict(
                ErrorCode.CONCURRENT_TRANSACTIONS, ongoing.fenced().prepared(TransactionResult.ABORT, nowMs));
    }

    private static TransactionalProducer raised(Transaction transaction) {
        TransactionalProducer owner = transaction.producer();
        return new TransactionalProducer(owner.id(), (short) (owner.epoch() + 1));
    }
}
