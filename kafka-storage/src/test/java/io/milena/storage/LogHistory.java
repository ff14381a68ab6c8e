package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.storage.Batches.Rec;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.disk.PowerCut;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A random history of a few logs beside models of them, on a disk that loses power and fails, under a broker that is
 * killed. The seed draws the settings too, most of them tiny.
 *
 * <p>After every recovery each log holds a prefix of what was written, with all that was forced; no record is missing
 * in between or there twice; indexes, leader epochs and producers say what the batches say.
 */
final class LogHistory {

    private final long seed;
    private final Random random;
    private final CrashingFileStore disk;
    private final LogHome home;
    private final List<HistoryStep> kinds;
    private final List<LogSubject> subjects = new ArrayList<>();
    private final List<Path> directories = new ArrayList<>();
    private final boolean isCompacted;
    private LogManager manager;
    private int steps;
    private int crashes;
    private String lastStep = "start";
    /** Since the last start, nothing that was written was lost. */
    private boolean isAllKept;

    private @Nullable LogSubject checked;

    LogHistory(long seed) {
        this.seed = seed;
        random = new Random(seed);
        disk = new CrashingFileStore(random);
        kinds = new ArrayList<>(LogSteps.ORDINARY);
        if (random.nextBoolean()) {
            kinds.addAll(TransactionSteps.STEPS);
        }
        isCompacted = random.nextBoolean();
        if (isCompacted) {
            kinds.add(new HistoryStep(10, "compact", this::compact));
        }
        kinds.add(new HistoryStep(1, "delete", this::deleteTopic));
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            directories.add(Path.of("/disk/data-" + i));
        }
        home = new LogHome(directories.toArray(Path[]::new))
                .on(disk)
                .with("segment.bytes", 250 + random.nextInt(1_500))
                .with("segment.index.bytes", random.nextBoolean() ? 10_485_760 : 12 + random.nextInt(60))
                .with("index.interval.bytes", random.nextInt(400))
                .with("file.delete.delay.ms", random.nextInt(2_000))
                .with("segment.jitter.ms", random.nextInt(1_000))
                .with("flush.messages", random.nextInt(4) == 0 ? 1 + random.nextInt(20) : Long.MAX_VALUE)
                .with("cleanup.policy", isCompacted ? random.nextBoolean() ? "compact" : "compact,delete" : "delete")
                .with("min.cleanable.dirty.ratio", random.nextInt(3) * 0.2)
                .with("delete.retention.ms", random.nextInt(3) * 10_000);
        manager = open();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            subjects.add(new LogSubject(new TopicPartition("orders", i), home, random, disk, manager));
        }
    }

    private LogManager open() {
        LogManager opened = home.open();
        if (isCompacted) {
            opened.startCleaning(CompactedLog.settings(), List.of(home.time));
        }
        return opened;
    }

    int steps() {
        return steps;
    }

    int crashes() {
        return crashes;
    }

    void run(int count) throws IOException {
        for (; steps < count; steps++) {
            try {
                drawFaults();
                step();
                mendIfBroken();
            } catch (PowerCut e) {
                recover();
            }
        }
        disk.heal();
        if (disk.isOut()) {
            recover();
        }
        reopen();
        manager.close();
    }

    private void drawFaults() {
        int die = random.nextInt(100);
        if (die < 8) {
            disk.powerCutAfter(random.nextInt(80));
        } else if (die < 10) {
            disk.failAfter(random.nextInt(40), "");
        } else if (die < 12) {
            disk.roomLeft(random.nextInt(500));
        } else if (die < 13) {
            disk.refuseOpens(true);
        } else if (die < 20) {
            disk.roomLeft(Long.MAX_VALUE);
            disk.refuseOpens(false);
        }
    }

    private void step() throws IOException {
        int die = random.nextInt(100);
        if (die < 4) {
            lastStep = "reopen";
            reopen();
            return;
        }
        LogSubject subject = subjects.get(random.nextInt(subjects.size()));
        HistoryStep kind = draw();
        lastStep = kind.name();
        if (!subject.log.dir().isOnline()) {
            var limits = new ReadLimits(1, ReadBound.logEnd(), FirstBatch.WHOLE, Source.DISK);
            assertThat(subject.log.read(subject.model.start(), limits)).isInstanceOf(LogRead.Failed.class);
            return;
        }
        try {
            if (subject.isGoing) {
                makeAnew(subject);
            }
            kind.action().on(subject);
            noteCompaction();
            disk.requirePower();
        } catch (StorageFailedException e) {
            noteCompaction();
            assertThat(!home.failures.isEmpty() || disk.isShort()).as(where()).isTrue();
            if (subject.log.dir().isOnline()) {
                subject.model.gaveUp(subject.log.offsets().logStartOffset());
            }
            return;
        }
        if (disk.isOut()) {
            // Under work in the background, which the step does not hear of.
            recover();
            return;
        }
        if (subject.log.dir().isOnline()) {
            checkEnds(subject);
            if (die < 30) {
                checkContent(subject);
            }
        }
    }

    /** The cleaner gets its turn, at all logs. */
    private void compact(LogSubject subject) {
        subject.log.highWatermark(subject.model.end());
        subject.model.committed(subject.model.end());
        home.time.advance(CompactedLog.BACKOFF_MS);
    }

    private void deleteTopic(LogSubject subject) {
        subject.isGoing = true;
        manager.delete(subject.partition);
        makeAnew(subject);
    }

    /** Unless the log could not be deleted: then it goes on. */
    private void makeAnew(LogSubject subject) {
        if (manager.find(subject.partition) == subject.log) {
            subject.isGoing = false;
            return;
        }
        subject.log = manager.openOrCreate(subject.partition, LogHome.ORDERS_ID, home.config());
        subject.model = new LogModel();
        subject.isGoing = false;
    }

    /** Time may have passed, with which the cleaner comes. */
    private void noteCompaction() {
        if (isCompacted) {
            subjects.forEach(subject -> subject.model.compacting());
        }
    }

    private HistoryStep draw() {
        int total = kinds.stream().mapToInt(HistoryStep::weight).sum();
        int die = random.nextInt(total);
        for (HistoryStep kind : kinds) {
            die -= kind.weight();
            if (die < 0) {
                return kind;
            }
        }
        throw new IllegalStateException("weights changed");
    }

    /**
     * A directory went offline: the broker is started again, after an orderly stop or a power cut. Where a force
     * failed, the system may show bytes that the disk does not have and will never get: only a restart of the machine
     * helps. Until then the other directory goes on.
     */
    private void mendIfBroken() {
        boolean isOneLeft = home.failures.size() < directories.size();
        if (home.failures.isEmpty() || isOneLeft && random.nextInt(4) > 0) {
            return;
        }
        if (disk.hasForceFailed() || random.nextBoolean()) {
            recover();
            return;
        }
        disk.heal();
        lastStep += ", stop with a directory offline";
        noteForced();
        manager.close();
        start();
    }

    private void reopen() throws IOException {
        for (LogSubject subject : subjects) {
            noteForced(subject);
        }
        manager.close();
        for (LogSubject subject : subjects) {
            if (subject.log.dir().isOnline()) {
                subject.model.promised(subject.model.end());
                IndexAgreement.check(disk, directoryOf(subject), where());
            }
        }
        if (!home.failures.isEmpty()) {
            recover();
            return;
        }
        disk.mend();
        start();
    }

    private Path directoryOf(LogSubject subject) {
        return subject.log.dir().path().resolve(subject.partition.toString());
    }

    /** The power was out, or the broker was killed. A recovery may be cut short, too. */
    private void recover() {
        noteCompaction();
        noteForced();
        manager.letGo();
        crashes++;
        isAllKept = !disk.hasForceFailed() && random.nextInt(3) == 0;
        if (isAllKept) {
            lastStep += ", killed";
            disk.kill();
            subjects.forEach(this::checkKilled);
        }
        for (int again = 0; ; again++) {
            if (again > 0 || !isAllKept) {
                isAllKept = false;
                disk.restart();
            }
            if (again < 3 && random.nextInt(3) == 0) {
                disk.powerCutAfter(random.nextInt(60));
            }
            try {
                start();
                if (!isAllKept) {
                    subjects.forEach(subject -> subject.model.survived());
                }
                isAllKept = false;
                return;
            } catch (PowerCut e) {
                lastStep += ", cut while it recovered";
            }
        }
    }

    private void checkKilled(LogSubject subject) {
        if (subject.log.dir().isOnline() && !subject.isGoing) {
            long recoveryPoint = new CheckpointFacts(disk, subject, where()).recoveryPoint();
            IndexAgreement.checkKilled(disk, directoryOf(subject), recoveryPoint, where());
        }
    }

    private void noteForced() {
        subjects.forEach(LogHistory::noteForced);
    }

    /** What a recovery point covers is promised, whoever forced it. */
    private static void noteForced(LogSubject subject) {
        subject.model.promised(subject.log.recoveryPoint());
    }

    private void start() {
        home.time.forget();
        home.failures.clear();
        manager = open();
        assertThat(home.failures).as(where()).isEmpty();
        for (LogSubject subject : subjects) {
            Log found = manager.find(subject.partition);
            assertThat(found != null || subject.isGoing)
                    .as(where() + ": " + subject.partition + " is there")
                    .isTrue();
            checked = subject;
            subject.manager = manager;
            if (found == null) {
                makeAnew(subject);
            } else if (subject.isGoing && found.offsets().logEndOffset() == 0) {
                subject.model = subject.model.oldOrNew();
            }
            subject.isGoing = false;
            subject.log = found == null ? subject.log : found;
            if (isAllKept) {
                assertThat(subject.log.offsets().logEndOffset())
                        .as(where() + ": nothing that was written is lost")
                        .isGreaterThanOrEqualTo(subject.model.endIfKilled());
            }
            subject.model.recovered(subject.log.offsets(), where());
            subject.log.highWatermark(subject.model.highWatermark());
            IndexAgreement.check(disk, directoryOf(subject), where());
            new CheckpointFacts(disk, subject, where()).check();
        }
        disk.heal();
        for (LogSubject subject : subjects) {
            checkContent(subject);
        }
    }

    private String where() {
        return "seed " + seed + " step " + steps + " (" + lastStep + ") " + (checked == null ? "" : checked.partition);
    }

    private void checkEnds(LogSubject subject) {
        LogOffsets ends = subject.log.offsets();
        assertThat(ends.logEndOffset()).as(where()).isEqualTo(subject.model.end());
        assertThat(ends.logStartOffset()).as(where()).isEqualTo(subject.model.start());
    }

    private void checkContent(LogSubject subject) {
        disk.pause(true);
        checked = subject;
        checkEnds(subject);
        try {
            for (Rec rec : checkRecords(subject)) {
                assertThat(subject.log.epochAt(rec.offset()))
                        .as("%s: epoch at %s", where(), rec.offset())
                        .isEqualTo(subject.model.epochAt(rec.offset()));
            }
        } catch (IOException e) {
            throw new AssertionError(where(), e);
        }
        subject.model
                .producers()
                .check(
                        subject.log.files().producers().rows(),
                        subject.firstOffset(),
                        subject.model.compactedBelow(),
                        subject.model.isHalfRemoved(),
                        where());
        if (!isCompacted && random.nextInt(3) == 0) {
            checkTimes(subject);
        }
        disk.pause(false);
    }

    private List<Rec> checkRecords(LogSubject subject) throws IOException {
        LogModel model = subject.model;
        var whole = new WholeLog(subject.log, 1 + random.nextInt(2_000));
        var rules = new CompactionRules(model, where());
        long from = isCompacted ? model.start() : subject.anyOffset();
        long stable = subject.log.offsets().lastStableOffset(model.highWatermark());
        checkStable(subject, stable);
        List<Rec> all = whole.records(from);
        List<Rec> committed = whole.committed(from, stable);
        if (!isCompacted) {
            assertThat(all).as(where()).isEqualTo(model.from(from));
            assertThat(committed).as(where() + ": committed").isEqualTo(rules.committed(from, stable));
            return all;
        }
        long tombstonesStayMs = subject.log.config().cleaner().deleteRetentionMs();
        rules.check(all, model.from(from), home.time.wallMs(), tombstonesStayMs);
        if (stable >= model.compactedBelow()) {
            rules.check(committed, rules.committed(from, stable), home.time.wallMs(), tombstonesStayMs);
        }
        return all;
    }

    /** Of a transaction that ended before the last start, nobody knows that its marker was not committed then. */
    private void checkStable(LogSubject subject, long found) {
        LogModel model = subject.model;
        long highWatermark = model.highWatermark();
        long least = model.producers().lastStableOffset(highWatermark, highWatermark, 0);
        // Of a transaction that was aborted, compaction may have removed what began it, and then a crash the marker.
        long most = model.isHalfRemoved() && isCompacted
                ? highWatermark
                : model.producers().lastStableOffset(highWatermark, Long.MAX_VALUE, subject.firstOffset());
        assertThat(found)
                .as(where() + ": last stable offset")
                .isBetween(
                        Math.min(highWatermark, Math.max(model.start(), least)),
                        Math.min(highWatermark, Math.max(model.start(), most)));
    }

    private void checkTimes(LogSubject subject) {
        long target = home.time.wallMs() + random.nextInt(300) - 150;
        List<Rec> all = subject.model.from(subject.model.start());
        long found = all.stream()
                .filter(rec -> rec.timestampMs() >= target)
                .mapToLong(Rec::offset)
                .findFirst()
                .orElse(-1);
        assertThat(subject.log.offsetForTimestamp(target).offset()).as(where()).isEqualTo(found);
        long newest = all.stream().mapToLong(Rec::timestampMs).max().orElse(-1);
        assertThat(subject.log.maxTimestamp().timestampMs()).as(where()).isEqualTo(newest);
    }
}
