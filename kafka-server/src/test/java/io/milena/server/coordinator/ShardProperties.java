package io.milena.server.coordinator;

import static io.milena.server.coordinator.ShardHome.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.ShardHome.Asked;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.partition.ProduceOutcome;
import io.milena.server.partition.RequiredAcks;
import io.milena.server.partition.TestBatches;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of a shard: requests, transactions, time-outs, refused appends, appends that come late, lost
 * leadership and loads. Whatever happens, each request has one answer, and a load brings back what the shard knew.
 */
class ShardProperties {

    private static final int STEPS = 60;
    private static final int COUNTERS = 5;

    @TempDir
    Path directory;

    static LongStream seeds() {
        return LongStream.range(0, 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLoadedShardKnowsWhatTheOneKnewThatNeverStopped(long seed) {
        var random = new SplittableRandom(seed);
        try (var home = new ShardHome(directory)) {
            home.home.with("max.message.bytes", 120 + random.nextInt(400));
            var history = new History(home, random);
            home.serving();
            for (int step = 0; step < STEPS; step++) {
                history.step();
            }

            history.settle();
            Map<String, Long> known = home.machine().durable();
            Map<TransactionalProducer, List<Counted>> pending =
                    home.machine().pending.copy();
            home.takeLeadership(List.of(1));
            home.load();

            assertThat(home.machine().durable()).isEqualTo(known);
            assertThat(home.machine().pending.copy()).isEqualTo(pending);
            assertThat(history.asked).allMatch(one -> one.answers.size() == 1);
        }
    }

    /** What happens, and what was asked. */
    private static final class History {

        private final ShardHome home;
        private final SplittableRandom random;
        private final List<Asked> asked = new ArrayList<>();
        private boolean isStalled;

        History(ShardHome home, SplittableRandom random) {
            this.home = home;
            this.random = random;
        }

        void step() {
            switch (random.nextInt(14)) {
                case 0 -> home.home.loop.pass(1 + random.nextInt((int) ShardHome.COMMIT_TIMEOUT_MS));
                case 1 -> writable(1 + random.nextInt(2));
                case 2 -> inSync(List.of(1));
                case 3 -> inSync(List.of(1, 2));
                case 4 -> stall();
                case 5 -> lead();
                case 6, 7 -> home.run();
                case 8 -> asked.add(home.addPending(counter(), 1 + random.nextInt(9), producer()));
                case 9 -> asked.add(home.mark(producer(), result(), 0));
                case 10 -> asked.add(home.read(counter()));
                default -> asked.add(home.add(counter(), random.nextInt(5) - 2));
            }
        }

        private String counter() {
            return "c".repeat(1 + random.nextInt(60)) + random.nextInt(COUNTERS);
        }

        private TransactionalProducer producer() {
            return new TransactionalProducer(7 + random.nextInt(2), (short) 0);
        }

        private TransactionResult result() {
            return random.nextBoolean() ? TransactionResult.COMMIT : TransactionResult.ABORT;
        }

        /** With two replicas wanted in sync and one there, appends are refused. */
        private void writable(int minInSync) {
            home.home.with("min.insync.replicas", minInSync);
            home.home.partitions.updateConfig(ShardHome.COUNTERS.topic());
        }

        private void inSync(List<Integer> brokers) {
            if (!isStalled) {
                home.inSync(brokers);
            }
        }

        private void stall() {
            if (isStalled) {
                home.home.freeDisks();
                home.run();
            } else {
                home.home.stallDisks();
                occupyTheLane();
            }
            isStalled = !isStalled;
        }

        /** What comes now has to wait; the records themselves, which have no keys, are refused in the end. */
        private void occupyTheLane() {
            home.partition()
                    .appendLater(
                            TestBatches.batch(1, "no key"),
                            TestBatches.terms(RequiredAcks.LEADER),
                            null,
                            outcome -> assertThat(outcome).isInstanceOf(ProduceOutcome.Refused.class));
        }

        private void lead() {
            if (isStalled) {
                return;
            }
            if (random.nextBoolean()) {
                home.loseLeadership();
                asked.add(home.add(counter(), 1));
            }
            home.takeLeadership(random.nextBoolean() ? List.of(1) : List.of(1, 2));
            asked.add(home.add(counter(), 1));
            assertThat(asked.get(asked.size() - 1).answers)
                    .containsExactly(refusal(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS));
            home.load();
        }

        /** Everything that was asked has its answer. */
        void settle() {
            if (isStalled) {
                stall();
            }
            writable(1);
            home.run();
            home.home.loop.pass(ShardHome.COMMIT_TIMEOUT_MS);
            home.run();
        }
    }
}
