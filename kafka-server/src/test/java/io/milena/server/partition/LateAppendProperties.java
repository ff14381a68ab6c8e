package io.milena.server.partition;

import static io.milena.server.partition.TestBatches.batch;
import static io.milena.server.partition.TestBatches.terms;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.record.BatchTerms;
import io.milena.record.compression.Codec;
import io.milena.server.partition.ProduceOutcome.Stored;
import io.netty.buffer.ByteBuf;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Appends at once and later, as a seed wants it, against the model that they enter the log as they came. */
class LateAppendProperties {

    private static final String[] MUCH = noise();

    @TempDir
    private Path directory;

    private static String[] noise() {
        var random = new SplittableRandom(1);
        String[] values = new String[100];
        for (int i = 0; i < values.length; i++) {
            var text = new StringBuilder();
            random.ints(3_000, 32, 4_000).forEach(letter -> text.append((char) letter));
            values[i] = text.toString();
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void recordsEnterTheLogInTheOrderInWhichTheyCame(long seed) {
        var random = new SplittableRandom(seed);
        try (var home = new PartitionHome(directory)) {
            if (random.nextBoolean()) {
                home.with("flush.messages", random.nextInt(1, 4));
            }
            boolean rollsOften = random.nextBoolean();
            if (rollsOften) {
                home.with("segment.bytes", random.nextInt(100, 400));
            }
            Partition orders = home.leadOrders();
            ByteBuf heavy = batch(BatchTerms.PLAIN, Codec.LZ4, 1, MUCH);
            var firstOffsets = new TreeMap<Integer, Long>();
            List<ErrorCode> told = new ArrayList<>();
            int waiting = 0;

            int sent = 0;
            for (int step = 0; step < 120; step++) {
                switch (random.nextInt(6)) {
                    case 0 -> home.stallDisks();
                    case 1 -> home.freeDisks();
                    case 2 -> home.loop.runTasks();
                    default -> {
                        ByteBuf records = !rollsOften && random.nextInt(8) == 0 ? heavy.copy() : batch(1, "a");
                        send(orders, records, sent++, firstOffsets, told);
                    }
                }
                waiting = Math.max(waiting, sent - firstOffsets.size());
            }
            home.freeDisks();
            home.loop.runTasks();

            assertThat(firstOffsets.keySet()).as("seed " + seed).hasSize(sent);
            assertThat(new ArrayList<>(firstOffsets.values()))
                    .as("seed " + seed)
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(told).allMatch(ErrorCode.NONE::equals);
            assertThat(orders.highWatermark()).isEqualTo(orders.log().offsets().logEndOffset());
            assertThat(waiting).as("some had to wait, seed " + seed).isPositive();
        }
    }

    private static void send(
            Partition orders, ByteBuf records, int number, TreeMap<Integer, Long> firstOffsets, List<ErrorCode> told) {
        ProduceOutcome outcome = orders.tryAppend(records, terms(RequiredAcks.ALL), told::add);
        if (outcome == null) {
            orders.appendLater(
                    records,
                    terms(RequiredAcks.ALL),
                    told::add,
                    later -> firstOffsets.put(number, ((Stored) later).firstOffset()));
        } else {
            firstOffsets.put(number, ((Stored) outcome).firstOffset());
            records.release();
        }
    }
}
