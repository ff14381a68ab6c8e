package io.milena.server.coordinator.state;

/**
 * What a coordinator's shard keeps: durable state, which changes only through the methods that apply records, fresh
 * ones and replayed ones alike, and volatile state, which changes through events, is never written, and begins anew
 * when the shard is loaded.
 *
 * <p>Deterministic and pure: the same records and events give the same state. Confined to the shard's thread.
 *
 * @param <D> a durable change
 */
public interface StateMachine<D> {

    /**
     * The change at {@code offset} of the log is so.
     *
     * @param offset grows from call to call
     */
    void apply(long offset, D record);

    /** The change at {@code offset} of the log is so once the transaction of {@code producer} commits. */
    void applyPending(long offset, D record, TransactionalProducer producer);

    /** The marker that ends the transaction of {@code producer} in this log is at {@code offset}. */
    void transactionEnded(long offset, TransactionalProducer producer, TransactionResult result);

    /** All records of the log are applied; from now on there are events. Timers begin here. */
    void loaded(Turn<D> turn);

    /** The shard is given up: whoever waits for an answer hears that this is not the coordinator any more. */
    void abandoned();
}
