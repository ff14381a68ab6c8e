package io.milena.storage;

import io.milena.record.BatchTerms;
import io.milena.record.ControlMarker;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.Batches.Rec;
import io.milena.storage.LogModel.Kind;
import io.milena.storage.LogModel.Sent;
import io.milena.storage.LogModel.Span;
import io.milena.storage.LogModel.Written;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.List;

/** The steps of transactional producers and of their coordinator: records, commits, aborts; and of forgetting them. */
final class TransactionSteps {

    static final List<HistoryStep> STEPS = List.of(
            new HistoryStep(14, "transaction", TransactionSteps::append),
            new HistoryStep(9, "end of transaction", TransactionSteps::end),
            new HistoryStep(2, "expire", TransactionSteps::expire));

    private static final int FIRST_ID = 100;
    private static final int PRODUCERS = 3;

    private TransactionSteps() {}

    private static long anyProducer(LogSubject it) {
        return FIRST_ID + it.random.nextInt(PRODUCERS);
    }

    private static void append(LogSubject it) {
        long id = anyProducer(it);
        List<Written> records = LogSteps.records(it, it.model.end(), LogSteps.anyTime(it));
        Sent sent = LogSteps.sent(it, id, Kind.TRANSACTIONAL, records);
        BatchTerms terms = BatchTerms.PLAIN
                .withProducer(id, (short) 0, sent.firstSequence())
                .transactional();
        ByteBuf bytes = LogSteps.encode(it, terms, records);
        it.model.appending(records, List.of(sent));
        LogSteps.ended(it, Batches.append(it.log, bytes, LogSteps.terms(it, Origin.TRANSACTIONAL_CLIENT)));
    }

    /** A marker is a record, too. */
    private static void end(LogSubject it) throws IOException {
        long id = anyProducer(it);
        if (!it.model.producers().hasOpenTransaction(id)) {
            return;
        }
        Kind kind = it.random.nextBoolean() ? Kind.COMMIT : Kind.ABORT;
        var type = kind == Kind.COMMIT ? ControlMarker.Type.COMMIT : ControlMarker.Type.ABORT;
        int coordinatorEpoch = it.counter++;
        ByteBuf bytes = new ControlMarker(type, coordinatorEpoch).toBatch(Batches.ALLOCATOR, id, (short) 0, it.nowMs());
        Rec text = Batches.records(bytes.duplicate()).get(0);
        long offset = it.model.end();
        var written = new Written(new Rec(offset, it.nowMs(), text.key(), text.value()), it.epoch);
        var sent = new Sent(id, -1, new Span(offset, offset), it.nowMs(), kind, coordinatorEpoch);
        it.model.appending(List.of(written), List.of(sent));
        LogSteps.ended(it, Batches.append(it.log, bytes, LogSteps.terms(it, Origin.COORDINATOR)));
    }

    private static void expire(LogSubject it) {
        long expirationMs = it.random.nextInt(10_000);
        it.log.expireProducers(it.nowMs(), expirationMs);
        it.model.producers().expire(it.nowMs(), expirationMs);
    }
}
