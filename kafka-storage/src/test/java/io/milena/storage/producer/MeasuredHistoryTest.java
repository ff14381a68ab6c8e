package io.milena.storage.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.ControlMarker;
import io.milena.record.Sequences;
import io.milena.storage.producer.ProducerBatch.Kind;
import io.milena.storage.producer.ProducerBatch.ProducerIdentity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A history of producers good and bad, to which Apache Kafka 3.9.2 has given the answers that stand behind each step,
 * and the snapshot that it wrote in the end.
 *
 * <p>A step is: the kind of batch, producer/epoch, and for data its first sequence, its count of records and its
 * timestamp; for an end of a transaction the epoch of the coordinator and its timestamp. The answer is the offset of
 * the first record or an error.
 */
class MeasuredHistoryTest {

    private static final List<String> HISTORY = List.of(
            "txn 100/0 0 2 1000 = 0",
            "plain 100/0 2 1 1000 = INVALID_TXN_STATE",
            "plain 100/0 7 1 1000 = OUT_OF_ORDER_SEQUENCE_NUMBER",
            "txn 100/0 0 2 1000 = 0",
            "plain 100/0 0 2 1000 = 0",
            "commit 100/0 3 9001 = 2",
            "commit 100/0 2 9002 = TRANSACTION_COORDINATOR_FENCED",
            "abort 100/0 3 9003 = 3",
            "commit 100/1 3 9004 = 4",
            "txn 100/0 2 1 1000 = INVALID_PRODUCER_EPOCH",
            "txn 100/1 2 1 1000 = OUT_OF_ORDER_SEQUENCE_NUMBER",
            "txn 100/1 0 1 1000 = 5",
            "commit 100/0 3 9005 = INVALID_PRODUCER_EPOCH",
            "abort 100/1 4 9006 = 6",
            "txn 100/1 0 1 1000 = 5",
            "plain 100/1 1 1 1000 = 7",
            "txn 100/1 2 1 1000 = 8",
            "commit 100/1 4 9009 = 9",
            "commit 200/5 1 9010 = 10",
            "txn 200/5 9 1 1000 = OUT_OF_ORDER_SEQUENCE_NUMBER",
            "txn 200/5 0 1 1000 = 11",
            "abort 200/5 1 9012 = 12",
            "plain 300/2 77 1 1000 = 13",
            "plain 300/1 0 1 1000 = INVALID_PRODUCER_EPOCH",
            "plain 300/3 78 1 1000 = OUT_OF_ORDER_SEQUENCE_NUMBER",
            "plain 300/3 0 1 6000 = 14",
            "plain 300/3 1 3 500 = 15",
            "plain 300/3 2 1 500 = OUT_OF_ORDER_SEQUENCE_NUMBER",
            "plain 300/3 1 1 500 = OUT_OF_ORDER_SEQUENCE_NUMBER",
            "txn 400/0 5 1 1000 = 18",
            "abort 400/0 0 9019 = 19",
            "txn 500/0 0 1 1000 = 20",
            "txn 500/1 0 1 1000 = 21",
            "abort 500/0 0 9020 = INVALID_PRODUCER_EPOCH",
            "abort 500/1 0 9022 = 22",
            "plain 600/0 2147483647 1 1000 = 23",
            "plain 600/0 0 1 1000 = 24",
            "plain 600/0 1 1 1000 = 25",
            "txn 700/0 0 1 1007 = 26",
            "commit 800/0 -1 9027 = 27");

    private static final List<ProducerSnapshotFormat.Row> SNAPSHOT = List.of(
            new ProducerSnapshotFormat.Row(100, (short) 1, 2, 8, 0, 9009, 4, -1),
            new ProducerSnapshotFormat.Row(200, (short) 5, 0, 11, 0, 9012, 1, -1),
            new ProducerSnapshotFormat.Row(300, (short) 3, 3, 17, 2, 500, -1, -1),
            new ProducerSnapshotFormat.Row(400, (short) 0, 5, 18, 0, 9019, 0, -1),
            new ProducerSnapshotFormat.Row(500, (short) 1, 0, 21, 0, 9022, 0, -1),
            new ProducerSnapshotFormat.Row(600, (short) 0, 1, 25, 0, 1000, -1, -1),
            new ProducerSnapshotFormat.Row(700, (short) 0, 0, 26, 0, 1007, -1, 26),
            new ProducerSnapshotFormat.Row(800, (short) 0, -1, -1, 0, 9027, -1, -1));

    private final ProducerStates states = new ProducerStates();
    private long nextOffset;

    @Test
    void everyStepIsAnsweredAsTheReferenceDidAndRememberedAsItRemembers() {
        List<String> answered = new ArrayList<>();

        for (String step : HISTORY) {
            String request = step.substring(0, step.indexOf(" ="));
            answered.add(request + " = " + answer(batch(request.split("[ /]"))));
        }

        assertThat(answered).isEqualTo(HISTORY);
        assertThat(states.rows()).isEqualTo(SNAPSHOT);
    }

    private String answer(ProducerBatch batch) {
        SequenceVerdict verdict = states.check(batch);
        if (verdict instanceof SequenceVerdict.Repeated repeated) {
            return String.valueOf(repeated.earlier().firstOffset());
        }
        if (verdict instanceof SequenceVerdict.OutOfLine refused) {
            return refused.code().name();
        }
        states.appended(batch);
        nextOffset = batch.trace().lastOffset() + 1;
        return String.valueOf(batch.trace().firstOffset());
    }

    private ProducerBatch batch(String[] words) {
        var identity = new ProducerIdentity(Long.parseLong(words[1]), Short.parseShort(words[2]));
        int number = Integer.parseInt(words[3]);
        if (words[0].equals("txn") || words[0].equals("plain")) {
            int records = Integer.parseInt(words[4]);
            int last = Sequences.after(number, records - 1);
            var trace = new BatchTrace(number, last, nextOffset + records - 1, records - 1, Long.parseLong(words[5]));
            return new ProducerBatch(identity, trace, words[0].equals("txn") ? Kind.TRANSACTIONAL : Kind.PLAIN, null);
        }
        var type = words[0].equals("commit") ? ControlMarker.Type.COMMIT : ControlMarker.Type.ABORT;
        var trace = new BatchTrace(-1, -1, nextOffset, 0, Long.parseLong(words[4]));
        return new ProducerBatch(identity, trace, Kind.CONTROL, new ControlMarker(type, number));
    }
}
