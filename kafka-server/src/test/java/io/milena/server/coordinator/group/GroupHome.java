package io.milena.server.coordinator.group;

import io.milena.common.Randomness;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.GroupRecord.OffsetForgotten;
import io.milena.server.coordinator.state.Answer;
import io.milena.server.coordinator.state.KeyValue;
import io.milena.server.coordinator.state.ManualTimers;
import io.milena.server.coordinator.state.RecordCodec.MalformedRecord;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoLog;
import io.milena.testing.SeededRandomness;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A machine of groups on a log in memory: turns are gathered into batches, which are stored or refused as the test
 * says, records go through their bytes, and the log can be loaded by another machine.
 */
final class GroupHome {

    static final GroupConfig CONFIG = new GroupConfig(1_000, 60_000, 3_000, 1_000_000, 16, 100_000, 60_000);

    private static final long START_MS = 1_000_000L;

    private final GroupRecords codec = new GroupRecords();
    private final ManualTimers<GroupRecord> timers = new ManualTimers<>();
    private final UndoLog undo = new UndoLog();
    private final GroupFigures figures = new GroupFigures();
    private final List<Entry> log;
    private final List<Turn<GroupRecord>> open = new ArrayList<>();
    private final GroupConfig config;
    private final Randomness randomness;
    private final GroupMachine machine;
    private int openRecords;
    private int largestTurn;
    private long nowMs;
    private ErrorCode refusal = ErrorCode.NONE;

    GroupHome() {
        this(CONFIG);
    }

    GroupHome(GroupConfig config) {
        this(config, new ArrayList<>(), START_MS, new SeededRandomness(0));
    }

    private GroupHome(GroupConfig config, List<Entry> log, long nowMs, Randomness randomness) {
        this.config = config;
        this.randomness = randomness;
        this.log = log;
        this.nowMs = nowMs;
        this.machine = new GroupMachine(config, figures, randomness, timers, undo);
        replay();
        undo.open();
        turn(machine::loaded);
    }

    /** One record of the log, or the end of a transaction. */
    private sealed interface Entry {
        record Plain(KeyValue record) implements Entry {}

        record Pending(KeyValue record, TransactionalProducer producer) implements Entry {}

        record Ended(TransactionalProducer producer, TransactionResult result) implements Entry {}
    }

    private void replay() {
        for (int offset = 0; offset < log.size(); offset++) {
            Entry entry = log.get(offset);
            if (entry instanceof Entry.Plain plain) {
                machine.apply(offset, decoded(plain.record()));
            } else if (entry instanceof Entry.Pending pending) {
                machine.applyPending(offset, decoded(pending.record()), pending.producer());
            } else if (entry instanceof Entry.Ended ended) {
                machine.transactionEnded(offset, ended.producer(), ended.result());
            }
        }
    }

    private GroupRecord decoded(KeyValue record) {
        ByteBuf value = record.value() == null ? null : Unpooled.wrappedBuffer(record.value());
        try {
            return codec.decode(Unpooled.wrappedBuffer(record.key()), value);
        } catch (MalformedRecord e) {
            throw new AssertionError(e);
        }
    }

    /** Another machine that loads what is in the log. */
    GroupHome reloaded() {
        return reloadedWith(config);
    }

    /** As {@link #reloaded}, with other settings. */
    GroupHome reloadedWith(GroupConfig other) {
        return new GroupHome(other, new ArrayList<>(log), nowMs, randomness);
    }

    GroupMachine machine() {
        return machine;
    }

    GroupFigures figures() {
        return figures;
    }

    ManualTimers<GroupRecord> timers() {
        return timers;
    }

    long nowMs() {
        return nowMs;
    }

    /** What came into the log, in order; ends of transactions left out. */
    List<GroupRecord> written() {
        return log.stream()
                .filter(entry -> !(entry instanceof Entry.Ended))
                .map(entry ->
                        decoded(entry instanceof Entry.Plain plain ? plain.record() : ((Entry.Pending) entry).record()))
                .toList();
    }

    /** The log refuses everything with this, until it is told otherwise. */
    void refuse(ErrorCode code) {
        refusal = code;
    }

    /** The wall clock jumps; timers do not. */
    void jump(long ms) {
        nowMs += ms;
    }

    /** A turn that is a batch by itself. */
    void turn(Consumer<Turn<GroupRecord>> event) {
        join(event);
        flush();
    }

    /** A turn whose batch is not appended before {@link #flush}. */
    void join(Consumer<Turn<GroupRecord>> event) {
        var turn = new Turn<GroupRecord>(nowMs, this::applied, open::isEmpty);
        event.accept(turn);
        largestTurn = Math.max(
                largestTurn,
                turn.records().stream()
                        .filter(OffsetForgotten.class::isInstance)
                        .toList()
                        .size());
        open.add(turn);
    }

    private void applied(GroupRecord record, TransactionalProducer producer) {
        long offset = log.size() + openRecords++;
        if (producer == null) {
            machine.apply(offset, record);
        } else {
            machine.applyPending(offset, record, producer);
        }
    }

    /** Most offsets that one turn ended. */
    int largestTurn() {
        return largestTurn;
    }

    /** Whether a batch waits for its end. */
    boolean isOpen() {
        return !open.isEmpty();
    }

    /** Appends the open batch, if the log takes it, and gives its answers. */
    void flush() {
        boolean isStored = refusal == ErrorCode.NONE || openRecords == 0;
        List<Turn<GroupRecord>> turns = List.copyOf(open);
        open.clear();
        openRecords = 0;
        if (isStored) {
            turns.forEach(this::store);
            undo.forget();
        } else {
            undo.unwind();
        }
        for (Turn<GroupRecord> turn : turns) {
            for (Answer<?> answer : turn.answers()) {
                answer.give(isStored ? ErrorCode.NONE : refusal);
            }
        }
    }

    private void store(Turn<GroupRecord> turn) {
        TransactionalProducer producer = turn.producer();
        for (GroupRecord record : turn.records()) {
            KeyValue encoded = codec.encode(record);
            log.add(producer == null ? new Entry.Plain(encoded) : new Entry.Pending(encoded, producer));
        }
    }

    /** The marker of a transaction comes into the log. */
    void end(TransactionalProducer producer, TransactionResult result) {
        machine.transactionEnded(log.size(), producer, result);
        log.add(new Entry.Ended(producer, result));
    }

    /** Lets time pass, with all that happens in it. */
    void pass(long ms) {
        timers.pass(ms, passedMs -> nowMs += passedMs, this::turn);
    }

    /** Asks, in a turn that is a batch by itself. */
    <R> Asked<R> ask(BiConsumer<Reply<R>, Turn<GroupRecord>> call) {
        var asked = new Asked<R>();
        turn(turn -> call.accept(asked, turn));
        return asked;
    }

    /** Asks, in a turn whose batch is not appended before {@link #flush}. */
    <R> Asked<R> askLater(BiConsumer<Reply<R>, Turn<GroupRecord>> call) {
        var asked = new Asked<R>();
        join(turn -> call.accept(asked, turn));
        return asked;
    }
}
