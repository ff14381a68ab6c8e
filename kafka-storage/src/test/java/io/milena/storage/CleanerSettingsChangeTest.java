package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.time.Scheduler;
import io.milena.record.BatchTerms;
import io.milena.record.compression.Codec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of compaction, and how long producers are remembered, change while the broker runs. */
class CleanerSettingsChangeTest {

    private static final long SHORT_BACKOFF_MS = 1_000;

    @TempDir
    Path directory;

    private CompactedLog compacted;

    @BeforeEach
    void open() {
        compacted = new CompactedLog(directory);
    }

    @AfterEach
    void close() {
        compacted.manager.close();
    }

    private void dirty() {
        compacted.append("a=1");
        compacted.append("a=2");
        compacted.roll();
        compacted.log.highWatermark(compacted.log.offsets().logEndOffset());
    }

    private void configure(List<Scheduler> lanes, String... keysAndValues) {
        compacted.manager.startCleaning(CompactedLog.settings(keysAndValues), lanes);
    }

    @Test
    void aLaneThatIsOneTooManyRestsAndComesBack() {
        var first = new CountedLane(compacted.home.time);
        var second = new CountedLane(compacted.home.time);
        List<Scheduler> both = List.of(first, second);
        configure(both, "log.cleaner.threads", "2");
        compacted.home.time.advance(CompactedLog.BACKOFF_MS);

        configure(both, "log.cleaner.threads", "1");
        compacted.home.time.advance(CompactedLog.BACKOFF_MS);
        int firstTurns = first.turns.size();
        int secondTurns = second.turns.size();
        compacted.home.time.advance(3 * CompactedLog.BACKOFF_MS);
        assertThat(first.turns).hasSizeGreaterThan(firstTurns);
        assertThat(second.turns).hasSize(secondTurns);

        configure(both, "log.cleaner.threads", "2");
        compacted.home.time.advance(CompactedLog.BACKOFF_MS);
        assertThat(second.turns).hasSizeGreaterThan(secondTurns);
    }

    @Test
    void anotherBackoffHoldsFromTheNextTurnOn() throws Exception {
        var lane = new CountedLane(compacted.home.time);
        configure(List.of(lane), "log.cleaner.backoff.ms", "15000");
        configure(List.of(lane), "log.cleaner.backoff.ms", Long.toString(SHORT_BACKOFF_MS));
        compacted.home.time.advance(CompactedLog.BACKOFF_MS);

        dirty();
        compacted.home.time.advance(SHORT_BACKOFF_MS);

        assertThat(compacted.contents()).containsExactly("a=2", "roll=2");
    }

    @Test
    void aSmallerTableHoldsForTheNextCleaning() throws Exception {
        compacted.startCleaner();
        compacted.append(keys());
        compacted.roll();
        compacted.clean();
        int large = tableUse();

        configure(
                List.of(compacted.home.time),
                "log.cleaner.dedupe.buffer.size",
                Long.toString(1 << 20),
                "log.cleaner.io.buffer.load.factor",
                "0.1");
        compacted.append(keys());
        compacted.roll();
        compacted.clean();

        assertThat(tableUse()).isGreaterThan(2 * large);
    }

    private static String[] keys() {
        return IntStream.range(0, 200).mapToObj(i -> "k" + i + "=1").toArray(String[]::new);
    }

    private int tableUse() {
        return compacted.home.gauges("max-buffer-utilization-percent");
    }

    @Test
    void producersAreForgottenAfterTheNewTime() {
        compacted.append(BatchTerms.PLAIN.withProducer(7, (short) 0, 0), Codec.NONE, "a=1");
        compacted.manager.startBackgroundWork();
        compacted.home.time.advance(1_200_000);
        assertThat(compacted.log.producerCount()).isOne();

        compacted.manager.producerExpiration(60_000);
        compacted.home.time.advance(1_200_000);

        assertThat(compacted.log.producerCount()).isZero();
    }

    /** The clock's lane, which counts what it is given. */
    private static final class CountedLane implements Scheduler {

        private final Scheduler clock;
        private final List<Runnable> turns = new ArrayList<>();

        CountedLane(Scheduler clock) {
            this.clock = clock;
        }

        @Override
        public void execute(Runnable task) {
            turns.add(task);
            clock.execute(task);
        }

        @Override
        public Timer after(Duration delay, Runnable task) {
            turns.add(task);
            return clock.after(delay, task);
        }
    }
}
