package io.milena.compat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/**
 * A topic that a producer never stops to fill, and JVMs whose copiers bring it to another one, exactly once
 * ({@code clients/CopyDriver.java}). Confined to the test's thread.
 */
final class CopyStage implements AutoCloseable {

    /** Longer than the group waits for a silent member, and than a transaction may stay open. */
    static final int STALL_MS = 5_500;

    private static final int PARTITIONS = 6;
    private static final int RECORDS_PER_SECOND = 300;
    private static final List<String> COPIERS_OF_A_JVM = List.of("0", "1");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String MANNER = " session.timeout.ms=3000 max.poll.interval.ms=3000 heartbeat.interval.ms=200"
            + " max.poll.records=50 transaction.timeout.ms=4000 request.timeout.ms=5000 delivery.timeout.ms=20000"
            + " default.api.timeout.ms=10000 max.block.ms=10000";

    private final ReferenceJars jars;
    private final String bootstrap;
    private final String from;
    private final String to;
    private final String group;
    private final Random random;
    private final JavaClients source;
    private final Map<String, JavaClients> jvms = new LinkedHashMap<>();

    /** {@code random} says what copiers abort. */
    CopyStage(ReferenceJars jars, BrokerProcess broker, Path folder, String name, Random random) {
        this.jars = jars;
        this.bootstrap = broker.bootstrap();
        this.from = name + ".from";
        this.to = name + ".to";
        this.group = name;
        this.random = random;
        this.source = JavaClients.startGroups(jars, bootstrap, folder.resolve(name));
        source.ask("create topic=" + from + " partitions=" + PARTITIONS);
        source.ask("create topic=" + to + " partitions=" + PARTITIONS);
        source.ask("stream-start topic=" + from + " partitions=" + PARTITIONS + " rate=" + RECORDS_PER_SECOND
                + " linger.ms=5 request.timeout.ms=5000");
    }

    /** A JVM whose copiers go on where those of an earlier one of that name ended. */
    void start(String jvm) {
        JavaClients started = JavaClients.startCopiers(jars, bootstrap);
        jvms.put(jvm, started);
        for (String number : COPIERS_OF_A_JVM) {
            started.ask("copy name=" + jvm + number + " from=" + from + " to=" + to + " group=" + group + " seed="
                    + random.nextInt() + MANNER);
        }
    }

    /** kill -9, wherever its copiers stand. */
    void kill(String jvm) {
        jvms.remove(jvm).kill();
    }

    /** One of its copiers stops in the middle of its next transaction, and goes on when others have taken over. */
    void stall(String jvm) {
        String number = COPIERS_OF_A_JVM.get(random.nextInt(COPIERS_OF_A_JVM.size()));
        jvms.get(jvm).ask("stall name=" + jvm + number + " ms=" + STALL_MS);
    }

    /** Until so many more transactions are committed by the copiers that live. */
    void awaitCommits(long transactions) {
        long before = sum(commits());
        await("transactions of " + group, () -> sum(commits()) >= before + transactions);
    }

    /** Until each copier that lives has committed another transaction. */
    void awaitEach() {
        Map<String, Long> before = commits();
        await("each copier of " + group, () -> {
            Map<String, Long> now = commits();
            return before.keySet().stream().allMatch(copier -> now.get(copier) > before.get(copier));
        });
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .pollInterval(Duration.ofMillis(100))
                .atMost(PATIENCE)
                .until(condition);
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private Map<String, Long> commits() {
        return counts("committed");
    }

    /** Until a copier that lives has heard that its transaction cannot go on. */
    void awaitRefusal() {
        await("a refusal in " + group, () -> sum(counts("refused")) > 0);
    }

    private Map<String, Long> counts(String what) {
        Map<String, Long> counts = new LinkedHashMap<>();
        jvms.forEach((jvm, clients) -> {
            for (String number : COPIERS_OF_A_JVM) {
                Map<String, String> state = clients.ask("copier name=" + jvm + number);
                if (!state.get("failure").equals("none")) {
                    throw new AssertionError(jvm + number + ": " + state);
                }
                counts.put(jvm + number, Long.parseLong(state.get(what)));
            }
        });
        return counts;
    }

    /** Ends the producer, waits until all is copied, and compares; how many records there are. */
    long verify() {
        long end = Arrays.stream(source.ask("stream-stop").get("ends").split(","))
                .mapToLong(Long::parseLong)
                .sum();
        JavaClients any = jvms.values().iterator().next();
        await("all is copied", () -> position(any) == end);
        jvms.forEach((jvm, clients) -> COPIERS_OF_A_JVM.forEach(number -> clients.ask("leave name=" + jvm + number)));
        var compared = any.ask("compare from=" + from + " to=" + to + " partitions=" + PARTITIONS);
        return Long.parseLong(compared.get("records"));
    }

    private long position(JavaClients any) {
        return Long.parseLong(any.ask("position group=" + group).get("sum"));
    }

    @Override
    public void close() {
        jvms.values().forEach(JavaClients::close);
        source.close();
    }
}
