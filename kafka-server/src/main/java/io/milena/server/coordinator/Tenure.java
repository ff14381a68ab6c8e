package io.milena.server.coordinator;

import io.milena.common.Invariant;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.coordinator.state.Answer;
import io.milena.server.coordinator.state.KeyValue;
import io.milena.server.coordinator.state.StateMachine;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoLog;
import io.milena.server.partition.ProduceOutcome;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.server.partition.ProduceOutcome.Stored;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One life of a shard, from the machine that came out of the log to the loss of leadership: gives the machine its
 * turns, appends what they write, and has their answers given when that is committed.
 *
 * <pre>
 *   turn: decide, apply at once ->  open batch  -> sealed, tried  -> stored: wait for the commit, then answer
 *                                  (many turns)        |          -> refused: undo all, answer otherwise
 *                                                      +-> would wait for the disk: appended by another thread;
 *                                                          until that has its outcome there are no turns
 * </pre>
 *
 * <p>What is refused for what is in it, as where a client sent too much, is refused alone: a turn whose records no
 * batch can hold is taken back at once, and one that may be too large goes to the log before the next one is taken.
 *
 * <p>Confined to the shard's lane, apart from its making.
 *
 * @param <M> the machine
 * @param <D> a durable change of the machine
 */
final class Tenure<M extends StateMachine<D>, D> {

    private static final Logger log = LoggerFactory.getLogger(Tenure.class);

    /** What one turn may write at least, before compression. */
    private static final long MOST_TURN_BYTES = 16L << 20;

    /** So many batches of the topic's limit one turn may write, before compression. */
    private static final int TURN_BATCHES = 4;

    private final ShardKind<M, D> kind;
    private final ShardServices services;
    private final Ground<M, D> ground;
    private final M machine;
    private final CommitQueue commits;

    /** Batches that are not in the log: while one is being appended by another thread, those after it wait. */
    private final Deque<SealedBatch> sealed = new ArrayDeque<>(2);

    /** Of turns that failed before anyone could wait for their outcome. */
    private final List<Answer<?>> orphans = new ArrayList<>(0);

    private @Nullable OpenBatch open;
    private long nextOffset;
    private int sealedNotes;
    private ErrorCode lastRefusal = ErrorCode.NONE;
    private boolean isAppending;
    private Runnable onSettled = () -> {};
    private Runnable onBroken = () -> {};

    /**
     * @param machine with all records of the log applied
     * @param endOffset where the log ends
     */
    Tenure(ShardKind<M, D> kind, ShardServices services, Ground<M, D> ground, M machine, long endOffset) {
        this.kind = kind;
        this.services = services;
        this.ground = ground;
        this.machine = machine;
        this.nextOffset = endOffset;
        commits = new CommitQueue(
                ground.log(), ground.lane(), services.time(), kind.terms().commitTimeout());
    }

    /**
     * From now on there are events.
     *
     * @param broken is told if something here goes wrong that cannot: then state and log may differ
     */
    void begin(Runnable broken) {
        onBroken = broken;
        ground.undo().open();
        guarded(() -> {
            turn(machine::loaded);
            sealAndAppend();
        });
    }

    private void guarded(Runnable work) {
        boolean isSound = false;
        try {
            work.run();
            isSound = true;
        } finally {
            if (!isSound) {
                onBroken.run();
            }
        }
    }

    /** Whether another thread is appending for this shard, so that it can take no turn. */
    boolean isAppending() {
        return isAppending;
    }

    /** {@code task} is done once no append is under way, now or later. */
    void whenSettled(Runnable task) {
        if (isAppending) {
            onSettled = task;
        } else {
            task.run();
        }
    }

    /** Does what came from the inbox; not while {@link #isAppending}. */
    void take(Errand<M, D> errand) {
        boolean isTaken = false;
        try {
            if (errand instanceof Errand.Event<M, D> event) {
                turn(turn -> event.event().accept(machine, turn));
            } else if (errand instanceof Errand.Marker<M, D> marker) {
                mark(marker);
            }
            isTaken = true;
        } finally {
            if (!isTaken) {
                errand.refuse(ErrorCode.UNKNOWN_SERVER_ERROR);
                onBroken.run();
            }
        }
    }

    private void turn(Consumer<Turn<D>> event) {
        int notesBefore = ground.undo().pending();
        var turn = new Turn<D>(services.time().wallMs(), this::apply, this::isAllCommitted);
        boolean isDone = false;
        try {
            event.accept(turn);
            passOn(turn, notesBefore);
            isDone = true;
        } finally {
            if (!isDone) {
                orphans.addAll(turn.answers());
            }
        }
    }

    private boolean isAllCommitted() {
        return open == null && sealed.isEmpty() && commits.isEmpty();
    }

    /** What the turn wrote goes the way to the log, and its answers with it. */
    private void passOn(Turn<D> turn, int notesBefore) {
        if (turn.records().isEmpty()) {
            rest(turn.answers());
            forgetIfAllIsStored();
            return;
        }
        List<KeyValue> records = encoded(turn);
        if (records == null) {
            takeBack(turn, notesBefore);
        } else {
            enter(turn, records, notesBefore);
        }
    }

    /**
     * What the turn wrote, as it will be in the log; null if the log could not hold it: a client may have made a text
     * longer than its field is, or so many records that they are more than any batch.
     */
    @Nullable
    private List<KeyValue> encoded(Turn<D> turn) {
        long mostBytes = Math.max(MOST_TURN_BYTES, (long) TURN_BATCHES * maxBytes());
        List<KeyValue> records = new ArrayList<>(turn.records().size());
        long bytes = 0;
        try {
            for (D record : turn.records()) {
                KeyValue encoded = kind.codec().encode(record);
                bytes += OpenBatch.mostBytes(encoded);
                if (bytes > mostBytes) {
                    tell(nextOffset, ErrorCode.MESSAGE_TOO_LARGE, turn.records().size() + " records at once");
                    return null;
                }
                records.add(encoded);
            }
            return records;
        } catch (IllegalArgumentException e) {
            tell(nextOffset, ErrorCode.MESSAGE_TOO_LARGE, e.getMessage());
            return null;
        }
    }

    /** The turn alone is refused: nobody has decided anything on what it said. */
    private void takeBack(Turn<D> turn, int notesBefore) {
        ground.undo().unwindTo(notesBefore);
        nextOffset -= turn.records().size();
        turn.answers().forEach(answer -> answer.give(ErrorCode.MESSAGE_TOO_LARGE));
        forgetIfAllIsStored();
    }

    private void apply(D record, @Nullable TransactionalProducer pendingFor) {
        if (pendingFor == null) {
            machine.apply(nextOffset, record);
        } else {
            machine.applyPending(nextOffset, record, pendingFor);
        }
        nextOffset++;
    }

    /** Answers without records rest on all that was applied before. */
    private void rest(List<Answer<?>> answers) {
        if (open != null) {
            open.rest(answers);
        } else {
            commits.rest(answers);
        }
    }

    /** A batch that may be refused for what is in it goes to the log before anyone decides anything on it. */
    private void enter(Turn<D> turn, List<KeyValue> records, int notesBefore) {
        long first = nextOffset - records.size();
        long mostBytes = OpenBatch.mostBytes(records);
        boolean isApart = turn.producer() != null || mostBytes > maxBytes();
        if (open != null && (isApart || !open.hasRoomFor(mostBytes, maxBytes()))) {
            seal(open, notesBefore);
        }
        if (open == null) {
            open = new OpenBatch(services.allocator(), kind.terms().compression(), first, turn.producer());
        }
        open.add(turn.nowMs(), records);
        open.rest(turn.answers());
        if (isApart) {
            sealAndAppend();
        }
    }

    private int maxBytes() {
        return ground.log().maxBatchBytes();
    }

    /** Has what the turns wrote appended. */
    void flush() {
        guarded(this::sealAndAppend);
    }

    private void sealAndAppend() {
        if (open != null) {
            seal(open, ground.undo().pending());
        }
        pump();
    }

    /** {@code notes} of the undo log belong to what is sealed now or was before. */
    private void seal(OpenBatch batch, int notes) {
        open = null;
        sealed.addLast(batch.seal(notes - sealedNotes));
        sealedNotes = notes;
    }

    private void mark(Errand.Marker<M, D> errand) {
        sealAndAppend();
        EndMarker marker = errand.marker();
        long offset = nextOffset++;
        sealed.addLast(new SealedBatch(
                SealedBatch.Kind.MARKER,
                offset,
                marker.toBatch(services.allocator(), services.time().wallMs()),
                List.of(new Answer<>(errand.reply(), ErrorCode.NONE, Function.identity())),
                0,
                () -> machine.transactionEnded(offset, marker.producer(), marker.result())));
        pump();
    }

    private void pump() {
        while (!isAppending && !sealed.isEmpty()) {
            append(sealed.getFirst());
        }
    }

    private void append(SealedBatch batch) {
        CommitQueue.Wait wait = commits.placeFor(batch);
        ProduceOutcome outcome = ground.log().tryAppend(batch.records(), wait);
        if (outcome != null) {
            settle(batch, wait, outcome);
            return;
        }
        isAppending = true;
        batch.records().retain();
        ground.log()
                .appendLater(batch.records(), wait, late -> ground.lane().execute(() -> appended(batch, wait, late)));
    }

    private void appended(SealedBatch batch, CommitQueue.Wait wait, ProduceOutcome outcome) {
        isAppending = false;
        if (!ground.life().isOver()) {
            guarded(() -> {
                settle(batch, wait, outcome);
                pump();
            });
        }
        if (!isAppending) {
            onSettled.run();
        }
    }

    private void settle(SealedBatch batch, CommitQueue.Wait wait, ProduceOutcome outcome) {
        if (outcome instanceof Stored stored) {
            stored(batch, wait, stored);
        } else if (outcome instanceof Refused refused) {
            refused(batch, refused);
        }
    }

    private void stored(SealedBatch batch, CommitQueue.Wait wait, Stored stored) {
        Invariant.check(
                stored.firstOffset() == batch.firstOffset(),
                ground.log().name() + ": records applied at another offset than they have",
                batch.firstOffset(),
                stored.firstOffset());
        sealed.removeFirst();
        batch.records().release();
        ground.undo().forgetOldest(batch.notes());
        sealedNotes -= batch.notes();
        batch.onStored().run();
        forgetIfAllIsStored();
        lastRefusal = ErrorCode.NONE;
        commits.enter(wait, stored);
    }

    /** Notes that belong to no batch, such as those of events that write nothing, are void then. */
    private void forgetIfAllIsStored() {
        if (sealed.isEmpty() && open == null) {
            ground.undo().forget();
            sealedNotes = 0;
        }
    }

    /** What came after the refused batch was decided on what it said, so all of it goes. */
    private void refused(SealedBatch first, Refused refused) {
        tell(first.firstOffset(), refused.code(), refused.why());
        ground.undo().unwind();
        sealedNotes = 0;
        nextOffset = first.firstOffset();
        List<SealedBatch> gone = List.copyOf(sealed);
        sealed.clear();
        for (SealedBatch batch : gone) {
            batch.records().release();
            batch.answer(refused.code());
        }
        forgetIfAllIsStored();
    }

    /** One line for all refusals that follow each other for the same reason. */
    private void tell(long offset, ErrorCode code, @Nullable String why) {
        if (code != lastRefusal) {
            lastRefusal = code;
            log.warn(
                    "{} takes no append at offset {}: {} {}",
                    ground.log().name(),
                    offset,
                    code,
                    why == null ? "" : why);
        }
    }

    /** The life is over: who waits hears that this is not the coordinator any more. */
    void end() {
        if (ground.life().isOver()) {
            return;
        }
        ground.life().end();
        ground.timers().cancelAll();
        if (open != null) {
            seal(open, ground.undo().pending());
        }
        for (SealedBatch batch : sealed) {
            batch.records().release();
            batch.answer(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        sealed.clear();
        orphans.forEach(answer -> answer.give(ErrorCode.NOT_COORDINATOR));
        commits.abandon(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        machine.abandoned();
    }

    /**
     * What the life of a shard stands on.
     *
     * @param log where it writes
     * @param lane where it lives
     * @param life ends with it
     * @param undo takes back what was refused
     * @param timers what the machine wants to happen later
     */
    record Ground<M, D>(ShardLog log, Scheduler lane, Life<M, D> life, UndoLog undo, ShardTimers<M, D> timers) {}
}
