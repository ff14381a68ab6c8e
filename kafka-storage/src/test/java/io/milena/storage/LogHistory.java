package io.milena.storage;

import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.storage.Batches.Rec;
import io.milena.storage.LogModel.Written;
import io.milena.storage.disk.CrashingFileStore;
import io.milena.storage.disk.PowerCut;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random history of a few logs beside models of them, on a disk that loses power and fails. The seed draws the
 * settings too, most of them tiny.
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
    private LogManager manager;
    private int steps;
    private int crashes;
    private String lastStep = "start";

    /** With these steps beside the ordinary ones. */
    LogHistory(long seed, List<HistoryStep> more) {
        this.seed = seed;
        random = new Random(seed);
        disk = new CrashingFileStore(random);
        kinds = new ArrayList<>(LogSteps.ORDINARY);
        kinds.addAll(more);
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
                .with("flush.messages", random.nextInt(4) == 0 ? 1 + random.nextInt(20) : Long.MAX_VALUE);
        manager = home.open();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            subjects.add(new LogSubject(new TopicPartition("orders", i), home, random, disk, manager));
        }
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
        try {
            kind.action().on(subject);
        } catch (StorageFailedException e) {
            assertThat(!subject.log.dir().isOnline() || disk.isShort())
                    .as(where())
                    .isTrue();
            if (subject.log.dir().isOnline()) {
                subject.model.settled();
            }
            return;
        }
        if (subject.log.dir().isOnline()) {
            checkEnds(subject);
            if (die < 30) {
                checkContent(subject);
            }
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
     * helps.
     */
    private void mendIfBroken() {
        if (home.failures.isEmpty()) {
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
        if (home.failures.isEmpty()) {
            disk.mend();
            start();
        }
    }

    private Path directoryOf(LogSubject subject) {
        return subject.log.dir().path().resolve(subject.partition.toString());
    }

    /** A recovery may be cut short, too. */
    private void recover() {
        noteForced();
        manager.letGo();
        crashes++;
        for (int again = 0; ; again++) {
            disk.restart();
            if (again < 3 && random.nextInt(3) == 0) {
                disk.powerCutAfter(random.nextInt(60));
            }
            try {
                start();
                subjects.forEach(subject -> subject.model.survived());
                return;
            } catch (PowerCut e) {
                lastStep += ", cut while it recovered";
            }
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
        manager = home.open();
        assertThat(home.failures).as(where()).isEmpty();
        for (LogSubject subject : subjects) {
            Log found = manager.find(subject.partition);
            assertThat(found)
                    .as(where() + ": " + subject.partition + " is there")
                    .isNotNull();
            subject.manager = manager;
            subject.log = found;
            subject.model.recovered(found.offsets(), where());
            IndexAgreement.check(disk, directoryOf(subject), where());
        }
        disk.heal();
        for (LogSubject subject : subjects) {
            checkContent(subject);
        }
    }

    private String where() {
        return "seed " + seed + " step " + steps + " (" + lastStep + ")";
    }

    private void checkEnds(LogSubject subject) {
        LogOffsets ends = subject.log.offsets();
        assertThat(ends.logEndOffset()).as(where()).isEqualTo(subject.model.end());
        assertThat(ends.logStartOffset()).as(where()).isEqualTo(subject.model.start());
    }

    private void checkContent(LogSubject subject) {
        disk.pause(true);
        checkEnds(subject);
        long from = subject.anyOffset();
        try {
            assertThat(readAll(subject.log, from, 1 + random.nextInt(2_000)))
                    .as(where())
                    .isEqualTo(subject.model.from(from));
        } catch (IOException e) {
            throw new AssertionError(where(), e);
        }
        for (Written each : subject.model.readable()) {
            assertThat(subject.log.epochAt(each.rec().offset()))
                    .as("%s: epoch at %s", where(), each.rec().offset())
                    .isEqualTo(each.epoch());
        }
        if (random.nextInt(3) == 0) {
            checkTimes(subject);
        }
        disk.pause(false);
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
