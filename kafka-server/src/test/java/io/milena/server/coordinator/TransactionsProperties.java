package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.AddPartitionsAsk;
import io.milena.server.coordinator.transaction.EndAsk;
import io.milena.server.coordinator.transaction.InitAnswer;
import io.milena.server.coordinator.transaction.InitAsk;
import io.milena.server.partition.ProduceOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of two transactional producers whose coordinator is loaded again and again, between prepare and
 * complete too, while disks stall: every transaction ends, and no partition is left with an open one.
 */
class TransactionsProperties {

    private static final int STEPS = 80;
    private static final int MOST_TRIES = 50;
    private static final long LONGEST_PAUSE_MS = 1_000;

    @TempDir
    Path directory;

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyTransactionEnds(long seed) {
        var random = new SplittableRandom(seed);
        try (var home = new CoordinatorsHome(directory).serving()) {
            var producers = List.of(new Client(home, random, "one"), new Client(home, random, "two"));
            boolean isStalled = false;
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(8)) {
                    case 0 -> {
                        home.lead(CoordinatorsHome.TRANSACTIONS);
                        home.load();
                    }
                    case 1 -> {
                        isStalled = !isStalled;
                        stall(home, isStalled);
                    }
                    case 2 -> home.home.loop.pass(random.nextInt((int) LONGEST_PAUSE_MS));
                    case 3 -> home.run();
                    default -> producers.get(random.nextInt(2)).step();
                }
            }
            stall(home, false);

            producers.forEach(Client::beginAnew);

            assertThat(List.of(CoordinatorsHome.ORDERS, CoordinatorsHome.BILLS))
                    .noneMatch(name -> OpenTransactions.areIn(home.held(name)));
        }
    }

    private static void stall(CoordinatorsHome home, boolean isStalled) {
        if (isStalled) {
            home.stallDisks();
        } else {
            home.home.freeDisks();
            home.run();
        }
    }

    /** A client that does what it may, as far as it knows, and begins anew when it hears of an error. */
    private static final class Client {

        private final CoordinatorsHome home;
        private final SplittableRandom random;
        private final String id;
        private final Map<TopicPartition, Integer> sequences = new HashMap<>();
        private @Nullable TransactionalProducer producer;
        private boolean isOpen;

        Client(CoordinatorsHome home, SplittableRandom random, String id) {
            this.home = home;
            this.random = random;
            this.id = id;
        }

        void step() {
            TransactionalProducer known = producer;
            if (known == null) {
                init();
            } else if (!isOpen || random.nextInt(3) == 0) {
                add(known);
            } else {
                end(known);
            }
        }

        private void init() {
            List<InitAnswer> answers = new ArrayList<>();
            home.coordinators.transactions().initProducerId(new InitAsk(id, 60_000, null), answers::add);
            home.run();
            boolean granted = !answers.isEmpty() && answers.get(0).error() == ErrorCode.NONE;
            producer = granted ? answers.get(0).producer() : null;
            isOpen = false;
            sequences.clear();
        }

        private void add(TransactionalProducer known) {
            var partitions = new TreeSet<TopicPartition>();
            partitions.add(random.nextBoolean() ? CoordinatorsHome.ORDERS : CoordinatorsHome.BILLS);
            List<ErrorCode> errors = new ArrayList<>();
            home.coordinators
                    .transactions()
                    .addPartitions(
                            new AddPartitionsAsk(id, known, partitions, AddPartitionsAsk.Mode.ADD),
                            answer -> errors.addAll(answer.errors().values()));
            home.run();
            if (errors.equals(List.of(ErrorCode.NONE))) {
                isOpen = true;
                produce(known, partitions.first());
            } else if (!errors.equals(List.of(ErrorCode.CONCURRENT_TRANSACTIONS))) {
                producer = null;
            }
        }

        private void produce(TransactionalProducer known, TopicPartition partition) {
            int sequence = sequences.getOrDefault(partition, 0);
            var outcome = home.held(partition)
                    .tryAppend(OpenTransactions.batch(known, sequence), OpenTransactions.TERMS, null);
            if (outcome instanceof ProduceOutcome.Stored) {
                sequences.put(partition, sequence + 1);
            }
        }

        private void end(TransactionalProducer known) {
            var result = random.nextBoolean() ? TransactionResult.COMMIT : TransactionResult.ABORT;
            List<ErrorCode> answers = new ArrayList<>();
            home.coordinators.transactions().end(new EndAsk(id, known, result), answers::add);
            home.run();
            if (answers.equals(List.of(ErrorCode.NONE))) {
                isOpen = false;
            } else {
                producer = null;
            }
        }

        /** What was left open is aborted by this, and prepared ones come to their end. */
        void beginAnew() {
            producer = null;
            for (int tries = 0; tries < MOST_TRIES && producer == null; tries++) {
                init();
                home.home.loop.pass(LONGEST_PAUSE_MS);
            }
            assertThat(producer).as("%s gets its id back", id).isNotNull();
        }
    }
}
