package io.milena.server.coordinator.group;

import java.util.EnumSet;
import java.util.Set;

/** The states of a group; {@code ClassicGroup} draws what leads from one to the other. */
public enum GroupState {
    EMPTY("Empty"),
    PREPARING_REBALANCE("PreparingRebalance"),
    COMPLETING_REBALANCE("CompletingRebalance"),
    STABLE("Stable"),
    DEAD("Dead");

    private final String label;

    GroupState(String label) {
        this.label = label;
    }

    /** The name on the wire. */
    public String label() {
        return label;
    }

    Set<GroupState> next() {
        return switch (this) {
            case EMPTY -> EnumSet.of(PREPARING_REBALANCE, DEAD);
            case PREPARING_REBALANCE -> EnumSet.of(COMPLETING_REBALANCE, EMPTY);
            case COMPLETING_REBALANCE -> EnumSet.of(STABLE, PREPARING_REBALANCE);
            case STABLE -> EnumSet.of(PREPARING_REBALANCE);
            case DEAD -> EnumSet.of(EMPTY);
        };
    }
}
