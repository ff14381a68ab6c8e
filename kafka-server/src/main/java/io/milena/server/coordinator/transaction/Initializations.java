package io.milena.server.coordinator.transaction;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoLog;
import io.milena.server.coordinator.state.UndoMap;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * InitProducerId: gives transactional ids to producers, by the rules of {@link InitRules}, as soon as there is a
 * producer id where a new one is needed.
 *
 * <p>Who waits for that, and whom the owner of an id replaced, is not written: a client that repeats an InitProducerId
 * after a reload is fenced, as by the reference. Confined to the shard's thread.
 */
final class Initializations {

    private final TransactionConfig config;
    private final TransactionTable table;
    private final TransactionWriter writer;
    private final ProducerIdOutlet producerIds;
    private final UndoMap<String, TransactionalProducer> replaced;
    private final Set<WaitingInit> waiting = new LinkedHashSet<>();

    Initializations(
            TransactionConfig config,
            TransactionTable table,
            TransactionWriter writer,
            ProducerIdOutlet producerIds,
            UndoLog undo) {
        this.config = config;
        this.table = table;
        this.writer = writer;
        this.producerIds = producerIds;
        this.replaced = new UndoMap<>(undo);
    }

    /** An InitProducerId on its way. */
    private record WaitingInit(InitAsk ask, Reply<InitAnswer> reply) {}

    void initProducerId(InitAsk ask, Reply<InitAnswer> reply, Turn<TransactionRecord> turn) {
        if (ask.transactionalId().isEmpty()) {
            answer(reply, InitAnswer.failed(ErrorCode.INVALID_REQUEST), turn);
        } else if (ask.timeoutMs() <= 0 || ask.timeoutMs() > config.maxTimeoutMs()) {
            answer(reply, InitAnswer.failed(ErrorCode.INVALID_TRANSACTION_TIMEOUT), turn);
        } else {
            initialize(new WaitingInit(ask, reply), turn);
        }
    }

    private void initialize(WaitingInit init, Turn<TransactionRecord> turn) {
        InitRules rules = rulesFor(init.ask());
        if (rules.known() == null || rules.takesNewId(init.ask())) {
            waiting.add(init);
            producerIds.next((error, id, later) -> producerIdCame(init, error, id, later));
        } else {
            settle(init, rules, rules.judge(rules.known(), init.ask(), turn.nowMs()), turn);
        }
    }

    private void producerIdCame(WaitingInit init, ErrorCode error, long id, Turn<TransactionRecord> turn) {
        if (!waiting.remove(init)) {
            return;
        }
        InitRules rules = rulesFor(init.ask());
        if (error != ErrorCode.NONE) {
            answer(init.reply(), InitAnswer.failed(error), turn);
        } else if (rules.known() == null || rules.takesNewId(init.ask())) {
            settle(init, rules, rules.grantNew(init.ask(), id, turn.nowMs()), turn);
        } else {
            settle(init, rules, rules.judge(rules.known(), init.ask(), turn.nowMs()), turn);
        }
    }

    private InitRules rulesFor(InitAsk ask) {
        return new InitRules(table.get(ask.transactionalId()), replaced.get(ask.transactionalId()));
    }

    private void settle(WaitingInit init, InitRules rules, Verdict verdict, Turn<TransactionRecord> turn) {
        String id = init.ask().transactionalId();
        Transaction next = verdict.next();
        if (next != null) {
            remember(init.ask(), rules, verdict);
            writer.write(id, next, turn);
        }
        boolean granted = next != null && verdict.error() == ErrorCode.NONE;
        answer(init.reply(), granted ? InitAnswer.owns(next.producer()) : InitAnswer.failed(verdict.error()), turn);
    }

    /** Whoever goes on after an error may miss the answer and ask again as who it was. */
    private void remember(InitAsk ask, InitRules rules, Verdict verdict) {
        TransactionalProducer expected = ask.expected();
        boolean goesOn = expected != null && rules.known() != null && verdict.error() == ErrorCode.NONE;
        if (goesOn) {
            replaced.put(ask.transactionalId(), expected);
        } else {
            replaced.remove(ask.transactionalId());
        }
    }

    private static void answer(Reply<InitAnswer> reply, InitAnswer answer, Turn<TransactionRecord> turn) {
        turn.answer(reply, answer, reason -> InitAnswer.failed(Refusals.toClient(reason)));
    }

    /** Nobody goes on for the owner that the id had. */
    void forget(String transactionalId) {
        replaced.remove(transactionalId);
    }

    /** The shard is given up: whoever waits hears so. */
    void abandoned() {
        List<WaitingInit> left = new ArrayList<>(waiting);
        waiting.clear();
        left.forEach(init -> init.reply().give(InitAnswer.failed(ErrorCode.NOT_COORDINATOR)));
    }
}
