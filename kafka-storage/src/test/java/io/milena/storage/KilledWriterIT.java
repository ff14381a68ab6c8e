package io.milena.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.milena.storage.disk.RealDisk;
import io.milena.storage.files.NioFileStore;
import io.milena.testing.ChildJvm;
import io.milena.testing.SeededRandomness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} of a process that appends and compacts under load, again and again on the same directories: what was
 * written stays, whether it was forced or not, for only the process is gone.
 */
class KilledWriterIT {

    private static final int PATIENCE_SECONDS = 60;
    private static final int USUAL_APPENDS = 2_500;

    @TempDir
    private Path folder;

    private final QuietLogs quiet = new QuietLogs();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<KilledLog, KilledLogModel> models = new EnumMap<>(KilledLog.class);

    KilledWriterIT() {
        for (KilledLog each : KilledLog.values()) {
            models.put(each, new KilledLogModel(each));
        }
    }

    @AfterEach
    void tearDown() {
        threads.shutdown();
        quiet.close();
    }

    @Test
    void whatWasWrittenOutlivesWhoWroteIt() throws Exception {
        for (int kill = 1; kill <= 2; kill++) {
            killAfter(USUAL_APPENDS);
            check("kill " + kill, Stop.values()[kill % 2]);
        }

        assertThat(model(KilledLog.COMPACTED).missing()).as("compacted away").isPositive();
        assertThat(model(KilledLog.SHORT).missing()).as("deleted").isPositive();
    }

    /** Some of these kills come while the logs are recovered from the one before. */
    @Test
    @Tag("heavy")
    void itDoesTwentyTimesInARow() throws Exception {
        var random = new Random(20);
        for (int kill = 1; kill <= 20; kill++) {
            killAfter(random.nextInt(3) == 0 ? random.nextInt(20) : 1 + random.nextInt(2 * USUAL_APPENDS));
            check("kill " + kill, Stop.values()[random.nextInt(2)]);
        }
    }

    private KilledLogModel model(KilledLog which) {
        return Objects.requireNonNull(models.get(which));
    }

    private List<Path> directories() {
        return List.of(folder.resolve("one"), folder.resolve("two"));
    }

    /** Starts the writer and kills it once it has told of so many appends. */
    private void killAfter(int appends) throws Exception {
        Path log = ChildJvm.logFile("killed-writer");
        List<String> arguments = new ArrayList<>(List.of(
                "-Xmx128m", "-Dlogback.configurationFile=io/milena/testing/logback.xml", KilledWriter.class.getName()));
        directories().forEach(directory -> arguments.add(directory.toString()));
        Process writer = ChildJvm.prepare(ChildJvm.OWN_CLASS_PATH, log, arguments)
                .redirectErrorStream(false)
                .redirectOutput(Redirect.PIPE)
                .redirectError(Redirect.appendTo(log.toFile()))
                .start();
        var enough = new CountDownLatch(appends);
        try {
            Future<Integer> listening = threads.submit(() -> listen(writer, enough));
            assertThat(enough.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("the writer writes; its log: " + log)
                    .isTrue();
            // By its handle: what it has told stays to be read.
            writer.toHandle().destroyForcibly();
            listening.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } finally {
            ChildJvm.kill(writer);
        }
    }

    /** Until the writer is gone, and all that it told is heard. */
    private int listen(Process writer, CountDownLatch enough) throws IOException {
        int heard = 0;
        try (var lines = new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null) {
                Told append = Told.parse(line);
                model(append.log()).told(append);
                heard++;
                enough.countDown();
                line = lines.readLine();
            }
        }
        return heard;
    }

    /** Afterwards the logs are left like this to the next writer. */
    private void check(String where, Stop stop) throws IOException {
        var time = new ManualTime(LogHome.START_MS);
        var services = new StorageServices(
                new NioFileStore(),
                time,
                new SeededRandomness(1),
                time,
                directory -> time::execute,
                Runnable::run,
                new MetricRegistry());
        LogManager manager = KilledWriter.open(directories(), services);
        for (KilledLog each : KilledLog.values()) {
            Log found = manager.find(each.partition());
            if (found != null) {
                checkFiles(found, where + ", " + each);
            }
            Log log = manager.openOrCreate(each.partition(), each.topicId(), each.config());
            model(each).check(log, where + ", " + each);
        }
        stop.stop(manager);
    }

    private static void checkFiles(Log log, String where) throws IOException {
        var disk = new RealDisk();
        Path directory = log.files().path();
        IndexAgreement.check(disk, directory, where);
        assertThat(disk.names(directory))
                .as(where + ": files of an unfinished compaction")
                .noneMatch(name -> Stream.of(".cleaned", ".swap").anyMatch(name::endsWith));
    }
}
