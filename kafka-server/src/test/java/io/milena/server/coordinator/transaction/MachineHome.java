package io.milena.server.coordinator.transaction;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Answer;
import io.milena.server.coordinator.state.KeyValue;
import io.milena.server.coordinator.state.ManualTimers;
import io.milena.server.coordinator.state.RecordCodec.MalformedRecord;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoLog;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A machine with a shard around it that the test controls: what becomes of an append, when it is committed, when
 * markers are written and producer ids come, and when all is loaded again from the log.
 */
final class MachineHome {

    static final String ID = "payments";
    static final int TIMEOUT_MS = 60_000;
    static final TopicPartition ORDERS = new TopicPartition("orders", 0);
    static final TopicPartition BILLS = new TopicPartition("bills", 3);
    static final TransactionConfig CONFIG = new TransactionConfig(900_000, 10_000, 1_200_000, 60_000);

    /** What becomes of the appends of a turn. */
    enum Appends {
        /** In the log and committed. */
        COMMITTED,
        /** In the log; committed by {@link #commit}. */
        STORED,
        /** In the log, and answered as timed out. */
        TIMED_OUT,
        /** Not in the log. */
        REFUSED
    }

    final List<MarkerOrder> orders = new ArrayList<>();
    final Queue<ProducerIdOutlet.Arrival> waitingForIds = new ArrayDeque<>();
    TransactionMachine machine;
    Appends appends = Appends.COMMITTED;
    boolean idsComeAtOnce = true;

    /** How far the wall clock is from the one of the timers. */
    long clockErrorMs;

    /** Bytes of keys and values of the largest turn. */
    long largestTurnBytes;

    private final TransactionRecords codec = new TransactionRecords();
    private final List<KeyValue> log = new ArrayList<>();
    private final Deque<Answer<?>> uncommitted = new ArrayDeque<>();
    private final ManualTimers<TransactionRecord> timers = new ManualTimers<>();
    private UndoLog undo = new UndoLog();
    private long nowMs = 1_000_000;
    private int coordinatorEpoch;
    private long nextProducerId = 1_000;

    MachineHome() {
        load();
    }

    /** The machine is given up, and another one made from the log. */
    void reload() {
        machine.abandoned();
        coordinatorEpoch++;
        load();
    }

    private void load() {
        timers.cancelAll();
        waitingForIds.clear();
        orders.clear();
        uncommitted.clear();
        undo = new UndoLog();
        var outlets = new TransactionMachine.Outlets(orders::add, waitingForIds::add);
        machine = replayed(outlets, timers, undo);
        undo.open();
        turn(machine::loaded);
    }

    /** What a machine knows that read the log, and nothing else. */
    Map<String, Transaction> durable() {
        var noOutlets = new TransactionMachine.Outlets(order -> {}, then -> {});
        return replayed(noOutlets, new ManualTimers<>(), new UndoLog()).transactions();
    }

    private TransactionMachine replayed(
            TransactionMachine.Outlets outlets, ManualTimers<TransactionRecord> itsTimers, UndoLog itsUndo) {
        var fresh = new TransactionMachine(CONFIG, coordinatorEpoch, outlets, itsTimers, itsUndo);
        for (int offset = 0; offset < log.size(); offset++) {
            fresh.apply(offset, decoded(log.get(offset)));
        }
        return fresh;
    }

    /** All that is in the log, in order. */
    List<TransactionRecord> records() {
        return log.stream().map(this::decoded).toList();
    }

    private TransactionRecord decoded(KeyValue entry) {
        byte[] value = entry.value();
        try {
            var record = codec.decode(
                    Unpooled.wrappedBuffer(entry.key()), value == null ? null : Unpooled.wrappedBuffer(value));
            if (record == null) {
                throw new AssertionError("a record of ours is of a kind that we do not know");
            }
            return record;
        } catch (MalformedRecord e) {
            throw new AssertionError(e);
        }
    }

    /** Gives the oldest that waits an id. */
    void idCame() {
        long id = nextProducerId++;
        var arrival = waitingForIds.remove();
        turn(turn -> arrival.came(ErrorCode.NONE, id, turn));
    }

    /** Runs one event as a batch of its own. */
    void turn(Consumer<Turn<TransactionRecord>> event) {
        long[] offset = {log.size()};
        var turn = new Turn<TransactionRecord>(
                wallMs(), (record, producer) -> machine.apply(offset[0]++, record), () -> true);
        event.accept(turn);
        largestTurnBytes = Math.max(largestTurnBytes, bytesOf(turn.records()));
        if (turn.records().isEmpty() || appends != Appends.REFUSED) {
            stored(turn);
        } else {
            undo.unwind();
            turn.answers().forEach(answer -> answer.give(ErrorCode.NOT_ENOUGH_REPLICAS));
        }
        while (idsComeAtOnce && !waitingForIds.isEmpty()) {
            idCame();
        }
    }

    private long wallMs() {
        return nowMs + clockErrorMs;
    }

    private long bytesOf(List<TransactionRecord> records) {
        return records.stream()
                .map(codec::encode)
                .mapToLong(entry -> entry.key().length + (entry.value() == null ? 0 : entry.value().length))
                .sum();
    }

    private void stored(Turn<TransactionRecord> turn) {
        undo.forget();
        turn.records().forEach(record -> log.add(codec.encode(record)));
        switch (appends) {
            case STORED -> uncommitted.addAll(turn.answers());
            case TIMED_OUT -> turn.answers().forEach(answer -> answer.give(ErrorCode.REQUEST_TIMED_OUT));
            case COMMITTED, REFUSED -> {
                uncommitted.addAll(turn.answers());
                commit();
            }
        }
    }

    /** All that is in the log is committed. */
    void commit() {
        while (!uncommitted.isEmpty()) {
            uncommitted.remove().give(ErrorCode.NONE);
        }
    }

    void advance(long byMs) {
        timers.pass(byMs, passedMs -> nowMs += passedMs, this::turn);
    }

    /** The records in the log. */
    int logEnd() {
        return log.size();
    }

    /** The state of {@link #ID}. */
    Transaction known() {
        return machine.transactions().get(ID);
    }

    /** All partitions of all orders have their markers. */
    void markersWritten() {
        List<MarkerOrder> written = List.copyOf(orders);
        orders.clear();
        written.forEach(order -> turn(turn -> machine.markersWritten(order, turn)));
    }

    InitAnswer init() {
        return init(new InitAsk(ID, TIMEOUT_MS, null));
    }

    InitAnswer init(TransactionalProducer expected) {
        return init(new InitAsk(ID, TIMEOUT_MS, expected));
    }

    InitAnswer init(InitAsk ask) {
        var answer = new AtomicReference<InitAnswer>();
        turn(turn -> machine.initProducerId(ask, answer::set, turn));
        return answer.get();
    }

    ErrorCode add(TransactionalProducer producer, TopicPartition... partitions) {
        return add(ID, producer, partitions);
    }

    ErrorCode add(String transactionalId, TransactionalProducer producer, TopicPartition... partitions) {
        return only(ask(transactionalId, producer, AddPartitionsAsk.Mode.ADD, partitions));
    }

    AddPartitionsAnswer verify(TransactionalProducer producer, TopicPartition... partitions) {
        return ask(ID, producer, AddPartitionsAsk.Mode.VERIFY, partitions);
    }

    private AddPartitionsAnswer ask(
            String id, TransactionalProducer producer, AddPartitionsAsk.Mode mode, TopicPartition... partitions) {
        SortedSet<TopicPartition> all = new TreeSet<>(List.of(partitions));
        var answer = new AtomicReference<AddPartitionsAnswer>();
        turn(turn -> machine.addPartitions(new AddPartitionsAsk(id, producer, all, mode), answer::set, turn));
        return answer.get();
    }

    private static ErrorCode only(AddPartitionsAnswer answer) {
        return answer == null ? null : new ArrayList<>(answer.errors().values()).get(0);
    }

    ErrorCode end(TransactionalProducer producer, TransactionResult result) {
        var answer = new AtomicReference<ErrorCode>();
        turn(turn -> machine.end(new EndAsk(ID, producer, result), answer::set, turn));
        return answer.get();
    }
}
