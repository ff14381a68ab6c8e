package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.producer.Idempotence.Verdict;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories against a broker that checks epochs and sequences as brokers do: whatever is lost on the way,
 * refused or given up, no batch is in the log twice, each that was acknowledged is, and they are in order.
 */
class IdempotenceProperties {

    private static final TopicPartition PARTITION = new TopicPartition("t", 0);
    private static final int STEPS = 400;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aBatchIsAppendedOnceAndInItsPlace(long seed) {
        var history = new History(new Random(seed));

        for (int i = 0; i < STEPS; i++) {
            history.step();
        }
        history.settle();

        assertThat(history.log).as("seed %d: once, in order", seed).isSorted().doesNotHaveDuplicates();
        assertThat(history.log).as("seed %d: all that was acknowledged", seed).containsAll(history.acked);
        assertThat(history.refusedForGood)
                .as("seed %d: nothing that was refused", seed)
                .noneMatch(history.log::contains);
        assertThat(history.waiting).as("seed %d: nothing is stuck", seed).isEmpty();
    }

    /** A producer's side of one partition, and a broker that remembers the last sequence. */
    private static final class History {

        private final Random random;
        private final Idempotence idempotence = new Idempotence(false);
        private final Deque<Batch> waiting = new ArrayDeque<>();
        private final Deque<Batch> out = new ArrayDeque<>();
        private final List<Integer> log = new ArrayList<>();
        private final TreeSet<Integer> acked = new TreeSet<>();
        private final TreeSet<Integer> refusedForGood = new TreeSet<>();
        private final List<int[]> remembered = new ArrayList<>();
        private int made;
        private short brokerEpoch = -1;
        private int brokerNext;
        private boolean calm;

        private record Batch(int number, BatchIdentity identity) {}

        History(Random random) {
            this.random = random;
            idempotence.idGiven(1, (short) 0);
        }

        void step() {
            if (random.nextInt(3) == 0) {
                waiting.addLast(new Batch(made++, new BatchIdentity(1 + random.nextInt(4))));
            }
            if (random.nextBoolean()) {
                send();
            }
            if (!out.isEmpty() && random.nextInt(3) == 0) {
                answer(out.pollFirst());
            }
            if (!waiting.isEmpty() && random.nextInt(40) == 0) {
                idempotence.gaveUp(PARTITION, waiting.pollFirst().identity);
            }
        }

        void settle() {
            calm = true;
            for (int i = 0; i < 10_000 && !(waiting.isEmpty() && out.isEmpty()); i++) {
                send();
                if (!out.isEmpty()) {
                    answer(out.pollFirst());
                }
            }
        }

        private void send() {
            Batch first = waiting.peekFirst();
            if (first != null && idempotence.maySend(PARTITION, first.identity)) {
                waiting.removeFirst();
                idempotence.sending(PARTITION, first.identity);
                out.addLast(first);
            }
        }

        private void answer(Batch batch) {
            int fate = calm ? 9 : random.nextInt(10);
            if (fate == 0) {
                loseConnection(batch);
                return;
            }
            if (fate == 1) {
                if (!batch.identity.mayBeAppended()) {
                    refusedForGood.add(batch.number);
                }
                idempotence.refused(batch.identity);
                idempotence.gaveUp(PARTITION, batch.identity);
                return;
            }
            if (fate == 2) {
                idempotence.refused(batch.identity);
                putBack(batch);
                return;
            }
            told(batch, append(batch));
        }

        /** Everything that is out is lost, after the broker got the first few of it. */
        private void loseConnection(Batch first) {
            List<Batch> lost = new ArrayList<>(List.of(first));
            lost.addAll(out);
            out.clear();
            int got = random.nextInt(lost.size() + 1);
            for (int i = 0; i < got; i++) {
                append(lost.get(i));
            }
            for (Batch batch : lost) {
                idempotence.lost(batch.identity);
                putBack(batch);
            }
        }

        private void putBack(Batch batch) {
            List<Batch> all = new ArrayList<>(waiting);
            all.add(batch);
            all.sort((a, b) -> Integer.compare(a.number, b.number));
            waiting.clear();
            waiting.addAll(all);
        }

        private ErrorCode append(Batch batch) {
            BatchIdentity id = batch.identity;
            if (id.epoch() < brokerEpoch) {
                return ErrorCode.INVALID_PRODUCER_EPOCH;
            }
            if (brokerEpoch < 0) {
                // It knows nothing of the producer, and cannot tell what has gone before.
                brokerEpoch = id.epoch();
                brokerNext = id.sequence();
            } else if (id.epoch() > brokerEpoch) {
                if (id.sequence() != 0) {
                    return ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER;
                }
                brokerEpoch = id.epoch();
                brokerNext = 0;
                remembered.clear();
            }
            for (int[] one : remembered) {
                if (one[0] == id.sequence() && one[1] == id.recordCount()) {
                    return ErrorCode.DUPLICATE_SEQUENCE_NUMBER;
                }
            }
            if (id.sequence() != brokerNext) {
                return ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER;
            }
            brokerNext += id.recordCount();
            remembered.add(new int[] {id.sequence(), id.recordCount()});
            if (remembered.size() > Idempotence.MOST_OUT) {
                remembered.remove(0);
            }
            log.add(batch.number);
            return ErrorCode.NONE;
        }

        private void told(Batch batch, ErrorCode error) {
            if (error == ErrorCode.NONE) {
                acked.add(batch.number);
                idempotence.appended(PARTITION, batch.identity, log.size());
                return;
            }
            Verdict verdict = idempotence.refused(PARTITION, batch.identity, error, -1);
            if (verdict == Verdict.APPENDED) {
                acked.add(batch.number);
                idempotence.appended(PARTITION, batch.identity, -1);
            } else if (verdict == Verdict.RETRY) {
                putBack(batch);
            }
        }
    }
}
