package io.milena.server.coordinator.group;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the groups of a broker come to, over all its shards. Thread-safe: many write, metrics read. */
public final class GroupFigures {

    private final Map<GroupState, LongAdder> groups = new EnumMap<>(GroupState.class);
    private final LongAdder offsets = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder expirations = new LongAdder();
    private final LongAdder deletions = new LongAdder();
    private final LongAdder rebalances = new LongAdder();

    public GroupFigures() {
        for (GroupState state : GroupState.values()) {
            groups.put(state, new LongAdder());
        }
    }

    /** Groups in this state. */
    public long groups(GroupState state) {
        return adder(state).sum();
    }

    /** Groups in any state. */
    public long groups() {
        return groups.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Offsets that are kept. */
    public long offsets() {
        return offsets.sum();
    }

    /** Offsets committed since the start. */
    public long commits() {
        return commits.sum();
    }

    /** Offsets whose time was over, since the start. */
    public long expirations() {
        return expirations.sum();
    }

    /** Offsets deleted with their topic, group, or by request, since the start. */
    public long deletions() {
        return deletions.sum();
    }

    /** Rebalances whose assignment came, since the start. */
    public long rebalances() {
        return rebalances.sum();
    }

    private LongAdder adder(GroupState state) {
        LongAdder adder = groups.get(state);
        if (adder == null) {
            throw new IllegalArgumentException("state: " + state);
        }
        return adder;
    }

    void groupCame(GroupState state) {
        adder(state).increment();
    }

    void groupWent(GroupState state) {
        adder(state).decrement();
    }

    void offsetsKept(long change) {
        offsets.add(change);
    }

    void offsetsCommitted(int count) {
        commits.add(count);
    }

    void offsetsExpired(int count) {
        expirations.add(count);
    }

    void offsetsDeleted(int count) {
        deletions.add(count);
    }

    void rebalanceCompleted() {
        rebalances.increment();
    }
}
