package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.StateMachine;
import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The transactions of one shard: judges each request by the rules of its state, writes what follows, and has the
 * markers of prepared transactions written until all are. Confined to the shard's thread.
 *
 * <p>Durable is the {@link TransactionTable}. Volatile are the timers, and what {@link Initializations} remembers.
 */
public final class TransactionMachine implements StateMachine<TransactionRecord> {

    /** How long a completion waits that the log refused. */
    private static final long COMPLETION_RETRY_MS = 100;

    private final TransactionConfig config;
    private final Timers<TransactionRecord> timers;
    private final UndoLog undo;
    private final TransactionTable table;
    private final TransactionWriter writer;
    private final Initializations initializations;
    private final Expiry expiry;

    /**
     * @param coordinatorEpoch leader epoch of the shard's partition
     * @param undo takes back what is refused; the machine notes its changes there
     */
    public TransactionMachine(
            TransactionConfig config,
            int coordinatorEpoch,
            Outlets outlets,
            Timers<TransactionRecord> timers,
            UndoLog undo) {
        this.config = config;
        this.timers = timers;
        this.undo = undo;
        table = new TransactionTable(coordinatorEpoch, undo);
        writer = new TransactionWriter(table, outlets.markers());
        initializations = new Initializations(config, table, writer, outlets.producerIds(), undo);
        expiry = new Expiry(config, table);
    }

    @Override
    public void apply(long offset, TransactionRecord record) {
        table.apply(offset, record);
    }

    /** No producer's transaction ever writes to the log of transactions; what claims to be one is passed over. */
    @Override
    public void applyPending(long offset, TransactionRecord record, TransactionalProducer producer) {}

    /** Of no meaning here, see {@link #applyPending}. */
    @Override
    public void transactionEnded(long offset, TransactionalProducer producer, TransactionResult result) {}

    @Override
    public void loaded(Turn<TransactionRecord> turn) {
        writer.orderMissingMarkers(turn);
        timers.set(Tick.TIMEOUTS, config.timeoutCheckMs(), this::abortTimedOut);
        timers.set(Tick.EXPIRY, config.expiryCheckMs(), this::forgetUnused);
    }

    @Override
    public void abandoned() {
        initializations.abandoned();
    }

    /** InitProducerId with a transactional id. */
    public void initProducerId(InitAsk ask, Reply<InitAnswer> reply, Turn<TransactionRecord> turn) {
        initializations.initProducerId(ask, reply, turn);
    }

    /** AddPartitionsToTxn of one transaction; AddOffsetsToTxn with the partition that keeps the group. */
    public void addPartitions(AddPartitionsAsk ask, Reply<AddPartitionsAnswer> reply, Turn<TransactionRecord> turn) {
        Transaction known = table.get(ask.transactionalId());
        if (ask.transactionalId().isEmpty()) {
            answer(reply, ask, ErrorCode.INVALID_REQUEST, turn);
        } else if (ask.mode() == AddPartitionsAsk.Mode.VERIFY) {
            turn.answer(reply, AddRules.verify(known, ask), reason -> refused(ask, reason));
        } else {
            Verdict verdict = AddRules.add(known, ask, turn.nowMs());
            writer.write(ask.transactionalId(), verdict.next(), turn);
            answer(reply, ask, verdict.error(), turn);
        }
    }

    private static void answer(
            Reply<AddPartitionsAnswer> reply, AddPartitionsAsk ask, ErrorCode error, Turn<TransactionRecord> turn) {
        turn.answer(reply, AddPartitionsAnswer.all(ask.partitions(), error), reason -> refused(ask, reason));
    }

    private static AddPartitionsAnswer refused(AddPartitionsAsk ask, ErrorCode reason) {
        return AddPartitionsAnswer.all(ask.partitions(), Refusals.toClient(reason));
    }

    /** EndTxn. */
    public void end(EndAsk ask, Reply<ErrorCode> reply, Turn<TransactionRecord> turn) {
        if (ask.transactionalId().isEmpty()) {
            turn.answer(reply, ErrorCode.INVALID_REQUEST, Refusals::toClient);
            return;
        }
        Verdict verdict = EndRules.end(table.get(ask.transactionalId()), ask, turn.nowMs());
        writer.write(ask.transactionalId(), verdict.next(), turn);
        turn.answer(reply, verdict.error(), Refusals::toClient);
    }

    /** Every partition of {@code order} has its marker, or is no more. Does nothing if it is not what is awaited. */
    public void markersWritten(MarkerOrder order, Turn<TransactionRecord> turn) {
        String id = order.transactionalId();
        MarkerPlan plan = table.markersOf(id);
        Transaction known = table.get(id);
        if (plan == null || known == null || !plan.order().endsSameAs(order)) {
            return;
        }
        writer.write(id, known.completed(turn.nowMs()), turn);
        undo.note(() -> timers.set(order, COMPLETION_RETRY_MS, later -> markersWritten(order, later)));
    }

    /** DescribeTransactions of one id. */
    public void describe(String transactionalId, Reply<TransactionDescription> reply, Turn<TransactionRecord> turn) {
        Transaction known = table.get(transactionalId);
        var description = known == null
                ? TransactionDescription.failed(transactionalId, ErrorCode.TRANSACTIONAL_ID_NOT_FOUND)
                : new TransactionDescription(transactionalId, ErrorCode.NONE, known);
        turn.answer(
                reply,
                description,
                reason -> TransactionDescription.failed(transactionalId, Refusals.toClient(reason)));
    }

    /** ListTransactions of this shard. */
    public void list(TransactionFilter filter, Reply<TransactionListing> reply, Turn<TransactionRecord> turn) {
        List<TransactionListing.Entry> entries = new ArrayList<>();
        for (Map.Entry<String, Transaction> entry : table.entries()) {
            Transaction transaction = entry.getValue();
            if (filter.matches(transaction, turn.nowMs())) {
                entries.add(new TransactionListing.Entry(
                        entry.getKey(), transaction.producer().id(), transaction.state()));
            }
        }
        turn.answer(
                reply,
                new TransactionListing(ErrorCode.NONE, entries),
                reason -> TransactionListing.failed(Refusals.toClient(reason)));
    }

    /** What is durable, by transactional id: a copy of this moment. */
    public Map<String, Transaction> transactions() {
        return table.copy();
    }

    private void abortTimedOut(Turn<TransactionRecord> turn) {
        Expiry.Portion timedOut = expiry.timedOut(turn.nowMs());
        lookAgain(Tick.TIMEOUTS, timedOut, config.timeoutCheckMs(), this::abortTimedOut);
        for (TransactionRecord aborted : timedOut.records()) {
            initializations.forget(aborted.transactionalId());
            writer.write(aborted.transactionalId(), aborted.state(), turn);
        }
        writer.orderMissingMarkers(turn);
    }

    private void forgetUnused(Turn<TransactionRecord> turn) {
        Expiry.Portion unused = expiry.unused(turn.nowMs());
        lookAgain(Tick.EXPIRY, unused, config.expiryCheckMs(), this::forgetUnused);
        for (TransactionRecord tombstone : unused.records()) {
            initializations.forget(tombstone.transactionalId());
            turn.write(tombstone);
        }
    }

    /** At once for what is left; not where the log refuses what was done, or nothing else would be done any more. */
    private void lookAgain(Tick tick, Expiry.Portion done, long checkMs, Consumer<Turn<TransactionRecord>> look) {
        timers.set(tick, done.isAll() ? checkMs : 0, look);
        if (!done.isAll()) {
            undo.note(() -> timers.set(tick, checkMs, look));
        }
    }

    /**
     * Where the machine's wishes go.
     *
     * @param markers for the markers of prepared transactions
     * @param producerIds for producer ids
     */
    public record Outlets(MarkerOutlet markers, ProducerIdOutlet producerIds) {}

    /** Timers that come again and again. */
    private enum Tick {
        TIMEOUTS,
        EXPIRY
    }
}
