package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.clients.producer.TransactionState.Phase;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random calls, failures and answers against a coordinator that knows one thing, whether a transaction is open: it is
 * never asked to end one that is not, batches go to partitions that it has, and the producer comes to rest.
 */
class TransactionStateProperties {

    private static final int STEPS = 300;
    private static final ErrorCode[] REFUSALS = {
        ErrorCode.CONCURRENT_TRANSACTIONS,
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.TOPIC_AUTHORIZATION_FAILED
    };

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theCoordinatorIsAskedWhatItCanAnswer(long seed) {
        var history = new History(new Random(seed), seed);

        for (int i = 0; i < STEPS; i++) {
            history.step();
        }
        history.settle();

        assertThat(history.state.phase()).as("seed %d", seed).isEqualTo(Phase.READY);
        assertThat(history.isOpen).as("seed %d: nothing is left open", seed).isFalse();
    }

    /** One producer and its coordinator. */
    private static final class History {

        private final Random random;
        private final long seed;
        private final TransactionState state = new TransactionState("tx", new Idempotence(true));
        private final Set<TopicPartition> added = new TreeSet<>();
        private boolean isOpen;
        private short epoch;

        History(Random random, long seed) {
            this.random = random;
            this.seed = seed;
            state.init();
        }

        void step() {
            switch (random.nextInt(6)) {
                case 0 -> begin();
                case 1 -> send();
                case 2 -> end();
                case 3 -> failBatch();
                default -> ask(random.nextInt(3) == 0);
            }
        }

        private void begin() {
            if (state.phase() == Phase.READY) {
                state.begin();
            }
        }

        private void send() {
            var partition = new TopicPartition("t", random.nextInt(4));
            if (state.isOpenFor(partition)) {
                assertThat(added).as("seed %d", seed).contains(partition);
            }
            if (state.phase() == Phase.OPEN && random.nextInt(4) == 0) {
                state.sendOffsets(new ConsumerGroupMetadata("g"), Map.of(partition, new OffsetAndMetadata(1)));
            }
        }

        private void end() {
            if (state.phase() == Phase.OPEN && random.nextBoolean()) {
                state.commit();
            } else if (state.phase() == Phase.OPEN || state.phase() == Phase.BROKEN) {
                state.abort();
            }
        }

        private void failBatch() {
            if (random.nextInt(4) == 0) {
                state.batchFailed(null, ErrorCode.REQUEST_TIMED_OUT.exception("lost"));
            }
        }

        private void ask(boolean refuse) {
            TransactionAsk ask = state.next(false);
            if (ask == null) {
                return;
            }
            if (refuse) {
                boolean mayFail = ask instanceof TransactionAsk.AddPartitions;
                ErrorCode code = REFUSALS[random.nextInt(mayFail ? REFUSALS.length : REFUSALS.length - 1)];
                state.refused(ask, code, code.exception("told"));
                return;
            }
            grant(ask);
        }

        private void grant(TransactionAsk ask) {
            if (ask instanceof TransactionAsk.Init) {
                state.idGiven(ask, 1, epoch++);
                return;
            }
            if (ask instanceof TransactionAsk.End) {
                assertThat(isOpen)
                        .as("seed %d: a transaction that is open is ended", seed)
                        .isTrue();
                isOpen = false;
                added.clear();
            } else {
                isOpen = true;
            }
            if (ask instanceof TransactionAsk.AddPartitions add) {
                added.addAll(add.partitions());
            }
            state.granted(ask);
        }

        void settle() {
            for (int i = 0; i < 100; i++) {
                if (state.phase() == Phase.OPEN || state.phase() == Phase.BROKEN) {
                    state.abort();
                }
                ask(false);
            }
        }
    }
}
