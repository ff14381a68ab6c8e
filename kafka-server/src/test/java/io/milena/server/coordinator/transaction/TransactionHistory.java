package io.milena.server.coordinator.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.transaction.MachineHome.Appends;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One random history of a machine, drawn from a seed: owners and zombies of a few ids who ask for anything, time that
 * passes, appends that are refused, late or timed out, markers that are written late or told twice, and reloads.
 */
final class TransactionHistory {

    private static final List<String> IDS = List.of("a", "b", "c");
    private static final int PARTITIONS = 4;
    private static final int TIMEOUT_MS = 20_000;

    private final SplittableRandom random;
    private final MachineHome home = new MachineHome();
    private final List<MarkerOrder> oldOrders = new ArrayList<>();
    private final Map<String, List<TransactionalProducer>> everKnown = new HashMap<>();

    TransactionHistory(long seed) {
        random = new SplittableRandom(seed);
        IDS.forEach(id -> everKnown.put(id, new ArrayList<>()));
    }

    /** Draws one event, and checks what has to be so after it. */
    void step() {
        home.appends = pick(Appends.COMMITTED, Appends.COMMITTED, Appends.STORED, Appends.TIMED_OUT, Appends.REFUSED);
        String id = IDS.get(random.nextInt(IDS.size()));
        switch (random.nextInt(12)) {
            case 0, 1 -> init(id, null);
            case 2 -> init(id, anyProducer(id));
            case 3, 4, 5 -> add(id, anyProducer(id));
            case 6, 7 -> end(id, anyProducer(id));
            case 8, 9 -> tellMarkers();
            case 10 -> passTime();
            default -> disturb();
        }
        if (random.nextInt(4) == 0) {
            whatIsKnownIsWhatTheLogTells();
        }
    }

    private void whatIsKnownIsWhatTheLogTells() {
        assertThat(home.machine.transactions()).isEqualTo(home.durable());
    }

    private void init(String id, @Nullable TransactionalProducer expected) {
        Transaction before = known(id);
        home.idsComeAtOnce = random.nextInt(4) > 0;
        home.turn(turn -> home.machine.initProducerId(
                new InitAsk(id, TIMEOUT_MS, expected), answer -> initialized(id, answer), turn));
        boolean isZombie = before != null
                && expected != null
                && expected.id() == before.producer().id()
                && expected.epoch() < before.producer().epoch();
        if (isZombie && before.state() == TransactionState.ONGOING) {
            assertThat(known(id)).as("a zombie's InitProducerId").isEqualTo(before);
        }
    }

    private void initialized(String id, InitAnswer answer) {
        if (answer.error() == ErrorCode.NONE) {
            everKnown.get(id).add(answer.producer());
        }
    }

    private void add(String id, TransactionalProducer as) {
        var partitions = new TreeSet<>(List.of(new TopicPartition("t", random.nextInt(PARTITIONS))));
        var mode = pick(AddPartitionsAsk.Mode.ADD, AddPartitionsAsk.Mode.ADD, AddPartitionsAsk.Mode.VERIFY);
        Transaction before = known(id);
        home.turn(
                turn -> home.machine.addPartitions(new AddPartitionsAsk(id, as, partitions, mode), answer -> {}, turn));
        onlyOwnersChange(id, as, before);
    }

    private void end(String id, TransactionalProducer as) {
        var result = pick(TransactionResult.COMMIT, TransactionResult.ABORT);
        Transaction before = known(id);
        home.turn(turn -> home.machine.end(new EndAsk(id, as, result), answer -> {}, turn));
        onlyOwnersChange(id, as, before);
    }

    private void onlyOwnersChange(String id, TransactionalProducer as, @Nullable Transaction before) {
        if (before == null || !before.producer().equals(as)) {
            assertThat(known(id)).as("changed by %s", as).isEqualTo(before);
        }
    }

    private void tellMarkers() {
        if (!home.orders.isEmpty()) {
            int which = random.nextInt(home.orders.size());
            MarkerOrder order = random.nextInt(5) == 0 ? home.orders.get(which) : home.orders.remove(which);
            oldOrders.add(order);
            home.turn(turn -> home.machine.markersWritten(order, turn));
        }
        if (!oldOrders.isEmpty()) {
            MarkerOrder late = oldOrders.get(random.nextInt(oldOrders.size()));
            home.turn(turn -> home.machine.markersWritten(late, turn));
        }
    }

    private void passTime() {
        home.advance(random.nextInt(2 * TIMEOUT_MS));
        if (random.nextInt(20) == 0) {
            home.advance(MachineHome.CONFIG.idExpirationMs());
        }
    }

    private void disturb() {
        switch (random.nextInt(3)) {
            case 0 -> home.commit();
            case 1 -> {
                oldOrders.addAll(home.orders);
                home.reload();
            }
            default -> {
                if (!home.waitingForIds.isEmpty()) {
                    home.idCame();
                }
            }
        }
    }

    /** All goes well from now on: every prepared transaction ends. */
    void calmDown() {
        home.appends = Appends.COMMITTED;
        home.idsComeAtOnce = true;
        home.commit();
        for (int round = 0; round < 4; round++) {
            home.advance(2 * TIMEOUT_MS);
            home.markersWritten();
        }
        whatIsKnownIsWhatTheLogTells();
        home.machine
                .transactions()
                .forEach((id, transaction) -> assertThat(transaction.state().isIdle())
                        .as("%s ends: %s", id, transaction)
                        .isTrue());
    }

    /** What the log tells has to make sense: see the properties. */
    List<TransactionRecord> log() {
        return home.records();
    }

    private @Nullable Transaction known(String id) {
        return home.machine.transactions().get(id);
    }

    /** The owner, or someone who was, or someone who never was. */
    private TransactionalProducer anyProducer(String id) {
        List<TransactionalProducer> all = everKnown.get(id);
        Transaction now = known(id);
        if (now != null && random.nextInt(4) > 0) {
            return now.producer();
        }
        return all.isEmpty() || random.nextInt(10) == 0
                ? new TransactionalProducer(random.nextLong(100), (short) random.nextInt(5))
                : all.get(random.nextInt(all.size()));
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
