package io.milena.server.coordinator;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.Answer;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * One append of a shard, with the answers that rest on it.
 *
 * @param kind what it holds
 * @param firstOffset offset that its first record will have
 * @param records the bytes, with a reference that the shard's log gives up
 * @param answers are given when it is committed
 * @param notes how many notes of the undo log take it back
 * @param onStored follows when it is in the log
 */
record SealedBatch(
        Kind kind, long firstOffset, ByteBuf records, List<Answer<?>> answers, int notes, Runnable onStored) {

    /** Gives the answers, for what became of the append or of the wait for its commit. */
    void answer(ErrorCode outcome) {
        ErrorCode told = kind == Kind.CHANGES ? AppendFailure.toClients(outcome) : outcome;
        answers.forEach(answer -> answer.give(told));
    }

    /** What a batch holds. */
    enum Kind {
        /** Durable changes of the machine. */
        CHANGES,
        /** The end of a transaction. */
        MARKER
    }
}
