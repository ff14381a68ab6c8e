package io.milena.server.coordinator.transaction;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a transactional id stands.
 *
 * <pre>
 *          +--+ InitProducerId
 *          v  |
 *   +---> EMPTY ------------- AddPartitionsToTxn, ---------+
 *   |      |                  AddOffsetsToTxn              v
 *   |      |                                            ONGOING &lt;--+
 *   |      |                                            |  |  |    | more partitions
 *   |      |              EndTxn: commit                |  |  +----+
 *   |      |       +------------------------------------+  |  |
 *   |      |       |              EndTxn: abort            |  | time-out, or InitProducerId
 *   |      |       |               +-----------------------+  v
 *   |      |       |               |                PREPARE_EPOCH_FENCE
 *   |      |       v               v                          | the epoch is raised
 *   |      |  PREPARE_COMMIT  PREPARE_ABORT &lt;-----------------+
 *   |      |       |               |
 *   |      |       | all markers   | all markers
 *   |      |       v are written   v are written
 *   |      |  COMPLETE_COMMIT  COMPLETE_ABORT
 *   |      |       |  |            |  |
 *   |      |       |  +------------|--+---------------> ONGOING, by AddPartitionsToTxn or AddOffsetsToTxn
 *   |      |       |               |
 *   +------|-------+---------------+   InitProducerId
 *          |       |               |
 *          +-------+---------------+---> DEAD: unused for transactional.id.expiration.ms, a tombstone
 * </pre>
 *
 * <p>PREPARE_EPOCH_FENCE and DEAD are passed through within one turn and never written. Names and numbers are those
 * that Apache Kafka writes and answers.
 */
public enum TransactionState {
    EMPTY(0, "Empty"),
    ONGOING(1, "Ongoing"),
    PREPARE_COMMIT(2, "PrepareCommit"),
    PREPARE_ABORT(3, "PrepareAbort"),
    COMPLETE_COMMIT(4, "CompleteCommit"),
    COMPLETE_ABORT(5, "CompleteAbort"),
    DEAD(6, "Dead"),
    PREPARE_EPOCH_FENCE(7, "PrepareEpochFence");

    private final byte id;
    private final String wireName;

    TransactionState(int id, String wireName) {
        this.id = (byte) id;
        this.wireName = wireName;
    }

    /** The number in the log. */
    public byte id() {
        return id;
    }

    /** The name in answers and filters. */
    public String wireName() {
        return wireName;
    }

    Set<TransactionState> next() {
        return switch (this) {
            case EMPTY, COMPLETE_COMMIT, COMPLETE_ABORT -> EnumSet.of(EMPTY, ONGOING, DEAD);
            case ONGOING -> EnumSet.of(ONGOING, PREPARE_COMMIT, PREPARE_ABORT, PREPARE_EPOCH_FENCE);
            case PREPARE_EPOCH_FENCE -> EnumSet.of(PREPARE_ABORT);
            case PREPARE_COMMIT -> EnumSet.of(COMPLETE_COMMIT);
            case PREPARE_ABORT -> EnumSet.of(COMPLETE_ABORT);
            case DEAD -> EnumSet.noneOf(TransactionState.class);
        };
    }

    /** Whether the outcome is decided, and the markers that tell it are on their way. */
    boolean isPrepared() {
        return this == PREPARE_COMMIT || this == PREPARE_ABORT;
    }

    /** Whether no transaction is open, so that the id may be initialized, or forgotten. */
    boolean isIdle() {
        return this == EMPTY || this == COMPLETE_COMMIT || this == COMPLETE_ABORT;
    }

    /** The state with this number; null if there is none. */
    static @Nullable TransactionState ofId(byte id) {
        for (TransactionState state : values()) {
            if (state.id == id) {
                return state;
            }
        }
        return null;
    }

    /** Whether {@code name} is the name of a state, as filters write it. */
    public static boolean isName(String name) {
        for (TransactionState state : values()) {
            if (state.wireName.equals(name)) {
                return true;
            }
        }
        return false;
    }
}
