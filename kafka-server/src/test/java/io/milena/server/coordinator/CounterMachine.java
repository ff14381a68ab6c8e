package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.StateMachine;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A small state machine: counters that clients add to, at once or in a transaction. Remembers where it saw what, so
 * that tests can compare offsets too.
 */
final class CounterMachine implements StateMachine<Counted> {

    final ShardTools<CounterMachine, Counted> tools;
    final UndoMap<String, Long> counters;
    final UndoMap<TransactionalProducer, List<Counted>> pending;
    long lastOffset = -1;
    boolean isAbandoned;

    CounterMachine(ShardTools<CounterMachine, Counted> tools) {
        this.tools = tools;
        counters = new UndoMap<>(tools.undo());
        pending = new UndoMap<>(tools.undo());
    }

    long valueOf(String counter) {
        Long value = counters.get(counter);
        return value == null ? 0 : value;
    }

    /** Adds; answers the new value, or minus the code of the reason. */
    void add(String counter, long delta, Reply<Long> reply, Turn<Counted> turn) {
        long sum = valueOf(counter) + delta;
        turn.write(new Counted(counter, sum));
        turn.answer(reply, sum, CounterMachine::refused);
    }

    static long refused(ErrorCode why) {
        return -why.code() - 1_000L;
    }

    void addPending(String counter, long value, TransactionalProducer producer, Reply<Long> reply, Turn<Counted> turn) {
        turn.writePending(new Counted(counter, value), producer);
        turn.answer(reply, value, CounterMachine::refused);
    }

    /** Answers what the counter stands at. */
    void read(String counter, Reply<Long> reply, Turn<Counted> turn) {
        turn.answer(reply, valueOf(counter), CounterMachine::refused);
    }

    Map<String, Long> durable() {
        return new TreeMap<>(counters.copy());
    }

    @Override
    public void apply(long offset, Counted record) {
        lastOffset = offset;
        if (record.value() == 0) {
            counters.remove(record.counter());
        } else {
            counters.put(record.counter(), record.value());
        }
    }

    @Override
    public void applyPending(long offset, Counted record, TransactionalProducer producer) {
        lastOffset = offset;
        List<Counted> before = pending.get(producer);
        List<Counted> more = new ArrayList<>(before == null ? List.of() : before);
        more.add(record);
        pending.put(producer, more);
    }

    @Override
    public void transactionEnded(long offset, TransactionalProducer producer, TransactionResult result) {
        lastOffset = offset;
        List<Counted> ended = pending.get(producer);
        pending.remove(producer);
        if (ended != null && result == TransactionResult.COMMIT) {
            ended.forEach(record -> apply(offset, record));
        }
    }

    @Override
    public void loaded(Turn<Counted> turn) {}

    @Override
    public void abandoned() {
        isAbandoned = true;
    }
}
