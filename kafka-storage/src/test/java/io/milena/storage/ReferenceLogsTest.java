package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.record.BatchCursor;
import io.milena.record.RecordBatch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Logs that Apache Kafka 3.9.2 has written, in the formats 0 and 1 and with all three in one segment, are what they
 * were after a crash without any index, and become what its own cleaner made of them.
 */
class ReferenceLogsTest {

    private static final Pattern BY_TIME = Pattern.compile("\\S+ at (\\d+): NONE (-?\\d+ at -?\\d+ epoch -?\\d+), .*");
    private static final Pattern COMMITTED =
            Pattern.compile("\\S+ committed from (\\d+) to (\\d+) of (\\d+), aborted (.*)");

    /** Past every horizon that the reference has set. */
    private static final long LATE_MS = 1_000_000_000_000L;

    @TempDir
    Path directory;

    private LogHome home;
    private LogManager manager;

    @AfterEach
    void close() {
        manager.close();
    }

    private Log open(String name) throws IOException {
        home = new LogHome(directory).with("segment.bytes", 1000).with("index.interval.bytes", 150);
        ReferenceLogs.copyBatches(ReferenceLogs.of(name), home.ordersDirectory());
        manager = home.open();
        Log log = home.orders(manager);
        log.highWatermark(log.offsets().logEndOffset());
        return log;
    }

    @ParameterizedTest
    @ValueSource(strings = {"format-0", "format-1", "mixed", "producers"})
    void recoveryKeepsEveryByteAndLooksUpEveryOffset(String name) throws IOException {
        Log log = open(name);

        ByteBuf read = Unpooled.buffer();
        for (long offset = 0; offset < log.offsets().logEndOffset(); offset++) {
            ByteBuf batches = read(log, offset, ReadBound.logEnd());
            assertThat(first(batches).lastOffset()).isGreaterThanOrEqualTo(offset);
            if (offset == endOf(read)) {
                read.writeBytes(batches);
            }
        }

        assertThat(ByteBuffer.wrap(ReferenceLogs.bytes(ReferenceLogs.of(name)))).isEqualTo(read.nioBuffer());
        assertThat(ReferenceLogs.bytes(home.ordersDirectory())).isEqualTo(ReferenceLogs.bytes(ReferenceLogs.of(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"format-0", "format-1", "mixed"})
    void recoveryBuildsTheFilesThatTheReferenceHadBesideTheBatches(String name) throws IOException {
        open(name);

        manager.close();

        List<Path> theirs = ReferenceLogs.besideBatches(ReferenceLogs.of(name));
        assertThat(theirs)
                .hasSizeGreaterThan(6)
                .allSatisfy(file -> assertThat(home.ordersDirectory()
                                .resolve(file.getFileName().toString()))
                        .hasSameBinaryContentAs(file));
    }

    private static ByteBuf read(Log log, long offset, ReadBound bound) throws IOException {
        LogRead read = log.read(offset, new ReadLimits(1 << 20, bound, FirstBatch.WHOLE, Source.DISK));
        if (!(read instanceof LogSlice slice)) {
            return Unpooled.EMPTY_BUFFER;
        }
        ByteBuffer bytes = ByteBuffer.allocate(slice.sizeBytes());
        slice.read(bytes, 0);
        slice.release();
        return Unpooled.wrappedBuffer(bytes.flip());
    }

    private static RecordBatch first(ByteBuf batches) {
        return RecordBatch.at(batches, 0);
    }

    private static long endOf(ByteBuf batches) {
        long end = 0;
        BatchCursor cursor = BatchCursor.over(batches.slice());
        while (cursor.next()) {
            end = cursor.batch().nextOffset();
        }
        return end;
    }

    @ParameterizedTest
    @ValueSource(strings = {"format-0", "format-1", "mixed"})
    void timesAreLookedUpAsTheReferenceDid(String name) throws IOException {
        Log log = open(name);

        List<MatchResult> answers = answers(name, BY_TIME);

        assertThat(answers).hasSizeGreaterThan(1).allSatisfy(answer -> {
            OffsetAtTime found = log.offsetForTimestamp(Long.parseLong(answer.group(1)));
            assertThat(found.offset() + " at " + found.timestampMs() + " epoch " + found.leaderEpoch())
                    .as(answer.group())
                    .isEqualTo(answer.group(2));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"format-0", "format-1", "mixed"})
    void readersOfCommittedRecordsSeeWhatTheReferenceShowed(String name) throws IOException {
        Log log = open(name);

        List<MatchResult> answers = answers(name, COMMITTED);

        assertThat(answers).hasSizeGreaterThan(9).allSatisfy(answer -> {
            long from = Long.parseLong(answer.group(1));
            long stable = log.offsets().firstUnstableOffset();
            LogRead read = log.read(
                    from, new ReadLimits(1 << 20, ReadBound.committedBelow(stable), FirstBatch.WHOLE, Source.DISK));
            assertThat(stable).isEqualTo(Long.parseLong(answer.group(3)));
            assertThat(seen(read, from)).as(answer.group()).isEqualTo(answer.group(2) + " " + answer.group(4));
        });
    }

    private static String seen(LogRead read, long from) throws IOException {
        if (!(read instanceof LogSlice slice)) {
            return from + " []";
        }
        ByteBuffer bytes = ByteBuffer.allocate(slice.sizeBytes());
        slice.read(bytes, 0);
        List<String> aborted = slice.abortedTransactions().stream()
                .map(each -> each.producerId() + " from " + each.firstOffset())
                .sorted()
                .toList();
        slice.release();
        return endOf(Unpooled.wrappedBuffer(bytes.flip())) + " " + aborted;
    }

    private static List<MatchResult> answers(String name, Pattern pattern) throws IOException {
        return Files.readString(ReferenceLogs.of(name + "-answers.txt"))
                .lines()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(Matcher::toMatchResult)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"format-0", "format-1", "mixed", "producers"})
    void compactionLeavesWhatTheReferencesCleanerLeft(String name) throws IOException {
        assertThat(compacted(name)).isEqualTo(ReferenceLogs.describe(ReferenceLogs.of(name + "-compacted")));
    }

    /** Here tombstones and ends of transactions go. An open transaction keeps the mixed log from it. */
    @ParameterizedTest
    @ValueSource(strings = {"format-0", "format-1", "producers"})
    void aSecondCompactionLeavesWhatTheReferencesLeft(String name) throws IOException {
        List<Path> before = ReferenceLogs.segments(ReferenceLogs.of(name + "-compacted"));
        String active = before.get(before.size() - 1).getFileName().toString();
        Files.writeString(
                directory.resolve("cleaner-offset-checkpoint"),
                "0\n1\norders 0 " + Long.parseLong(active.replace(".log", "")) + "\n");

        String again = name + "-again";

        assertThat(compacted(again)).isEqualTo(ReferenceLogs.describe(ReferenceLogs.of(again + "-compacted")));
    }

    private List<String> compacted(String name) throws IOException {
        home = new LogHome(directory)
                .with("segment.bytes", 1000)
                .with("index.interval.bytes", 150)
                .with("delete.retention.ms", 0);
        home.time.advance(LATE_MS);
        ReferenceLogs.copyBatches(ReferenceLogs.of(name), home.ordersDirectory());
        var compacted = new CompactedLog(home);
        manager = compacted.manager;
        compacted.startCleaner();

        compacted.clean();

        return ReferenceLogs.describe(home.ordersDirectory());
    }
}
