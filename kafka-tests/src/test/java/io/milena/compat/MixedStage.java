package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.JavaClients;
import io.milena.testkit.KcatMember;
import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * One topic, a producer that never rests, and groups whose members are of different client libraries. A group is named
 * by its strategy. Confined to the test's thread.
 */
final class MixedStage implements AutoCloseable {

    private static final int PARTITIONS = 8;
    private static final int RECORDS_PER_SECOND = 400;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TOPIC = "mixed";

    private final String bootstrap;
    private final Path folder;
    private final Map<Library, JavaClients> drivers = new EnumMap<>(Library.class);
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final List<KcatMember> kcats = new ArrayList<>();
    private int names;

    /** Whose client a member is. */
    enum Library {
        OURS,
        JAVA_3_9,
        JAVA_4_4,
        LIBRDKAFKA
    }

    /** How partitions are shared: what Java calls it, and what librdkafka does. */
    enum Strategy {
        RANGE("RangeAssignor", "range"),
        TURNS("RoundRobinAssignor", "roundrobin"),
        COOPERATIVE("CooperativeStickyAssignor", "cooperative-sticky");

        private final String assignor;
        private final String name;

        Strategy(String assignor, String name) {
            this.assignor = assignor;
            this.name = name;
        }
    }

    /** One of a group, of whatever library. */
    private interface Member {

        Set<Integer> partitions();

        void leave();
    }

    MixedStage(String bootstrap, Path folder) {
        this.bootstrap = bootstrap;
        this.folder = folder;
        Map<Library, CompletableFuture<JavaClients>> starting = new EnumMap<>(Library.class);
        for (Library library : List.of(Library.OURS, Library.JAVA_3_9, Library.JAVA_4_4)) {
            starting.put(library, CompletableFuture.supplyAsync(() -> start(library)));
        }
        starting.forEach((library, driver) -> drivers.put(library, driver.join()));
        JavaClients producer = drivers.get(Library.JAVA_3_9);
        producer.ask("create topic=" + TOPIC + " partitions=" + PARTITIONS);
        startStream();
    }

    private void startStream() {
        drivers.get(Library.JAVA_3_9)
                .ask("stream-start topic=" + TOPIC + " partitions=" + PARTITIONS + " rate=" + RECORDS_PER_SECOND
                        + " linger.ms=5");
    }

    /** Until all is read that was produced; returns the partitions' ends. */
    private long[] stopStream() {
        String told = drivers.get(Library.JAVA_3_9).ask("stream-stop").get("ends");
        long[] ends = Arrays.stream(told.split(",")).mapToLong(Long::parseLong).toArray();
        List.of(Strategy.values()).forEach(strategy -> awaitReached(strategy, ends));
        return ends;
    }

    private JavaClients start(Library library) {
        return switch (library) {
            case OURS -> JavaClients.startOurGroups(bootstrap, journalOf(library));
            case JAVA_3_9 -> JavaClients.startGroups(ReferenceJars.CLIENTS_3_9, bootstrap, journalOf(library));
            case JAVA_4_4 -> JavaClients.startGroups(ReferenceJars.CLIENTS_4_4, bootstrap, journalOf(library));
            case LIBRDKAFKA -> throw new IllegalArgumentException("kcat has no driver");
        };
    }

    private Path journalOf(Library library) {
        return folder.resolve("journal-" + library);
    }

    void join(Strategy strategy, Library library) {
        String name = library + "-" + names++;
        members.put(
                strategy + "/" + library,
                library == Library.LIBRDKAFKA ? kcat(strategy, name) : driven(strategy, drivers.get(library), name));
    }

    private Member kcat(Strategy strategy, String name) {
        KcatMember kcat = KcatMember.join(bootstrap, strategy + " " + name, TOPIC, strategy.name);
        kcats.add(kcat);
        return new Member() {
            @Override
            public Set<Integer> partitions() {
                return kcat.partitions();
            }

            @Override
            public void leave() {
                kcat.leave();
            }
        };
    }

    private static Member driven(Strategy strategy, JavaClients driver, String name) {
        String who = " group=" + strategy + " member=" + name;
        driver.ask("join" + who + " topic=" + TOPIC + " commits=sync session.timeout.ms=10000 heartbeat.interval.ms=200"
                + " partition.assignment.strategy=org.apache.kafka.clients.consumer." + strategy.assignor);
        return new Member() {
            @Override
            public Set<Integer> partitions() {
                Map<String, String> state = driver.ask("member" + who);
                assertThat(state).containsEntry("failure", "none");
                return Arrays.stream(state.get("partitions").split(","))
                        .filter(partition -> !partition.isEmpty())
                        .map(Integer::valueOf)
                        .collect(Collectors.toSet());
            }

            @Override
            public void leave() {
                driver.ask("leave" + who);
            }
        };
    }

    /** The member of that library leaves each group. */
    void leave(Library library) {
        if (library == Library.LIBRDKAFKA) {
            // A record that comes while kcat ends is committed, and not printed.
            stopStream();
            leaveAll(library);
            startStream();
        } else {
            leaveAll(library);
        }
    }

    private void leaveAll(Library library) {
        for (Strategy strategy : Strategy.values()) {
            members.remove(strategy + "/" + library).leave();
        }
    }

    /** Until each group's members have all partitions among them, each its share. */
    void awaitBalance() {
        List.of(Strategy.values()).forEach(this::awaitBalance);
    }

    /** Until this group's members have. */
    void awaitBalance(Strategy strategy) {
        Awaitility.await("balance of " + strategy)
                .pollInterval(Duration.ofMillis(100))
                .atMost(PATIENCE)
                .until(() -> isBalanced(strategy));
    }

    private boolean isBalanced(Strategy strategy) {
        List<Set<Integer>> shares = members.keySet().stream()
                .filter(name -> name.startsWith(strategy + "/"))
                .map(name -> members.get(name).partitions())
                .toList();
        List<Integer> all = shares.stream().flatMap(Set::stream).toList();
        return all.size() == PARTITIONS
                && all.stream().distinct().count() == PARTITIONS
                && shares.stream().allMatch(share -> share.size() >= PARTITIONS / shares.size());
    }

    /** Until every group has read so many records more of each partition. */
    void awaitMore(long records) {
        for (Strategy strategy : Strategy.values()) {
            long[] ends = journal().ends(strategy.toString(), PARTITIONS);
            awaitReached(strategy, Arrays.stream(ends).map(end -> end + records).toArray());
        }
    }

    private void awaitReached(Strategy strategy, long[] ends) {
        Awaitility.await("records for " + strategy)
                .pollInterval(Duration.ofMillis(200))
                .atMost(PATIENCE)
                .until(() -> journal().reached(strategy.toString(), ends));
    }

    /** Ends the stream and all members; each record was read once, by whoever had its partition. */
    void verify() {
        long[] ends = stopStream();
        GroupJournal before = journal();
        for (Strategy strategy : Strategy.values()) {
            // Those that still have their partitions; who leaves right after another one may hand over in disorder.
            assertThat(before.accidents(strategy.toString())).as("%s", strategy).isEqualTo(PARTITIONS);
        }
        members.values().forEach(Member::leave);
        assertThat(kcats).allSatisfy(kcat -> assertThat(kcat.complaints()).isEmpty());
        GroupJournal journal = journal();
        for (Strategy strategy : Strategy.values()) {
            journal.verify(strategy.toString(), ends);
        }
    }

    private GroupJournal journal() {
        List<Path> files =
                drivers.keySet().stream().map(this::journalOf).collect(Collectors.toCollection(ArrayList::new));
        Path ofKcat = journalOf(Library.LIBRDKAFKA);
        try {
            Files.write(
                    ofKcat,
                    kcats.stream().flatMap(kcat -> kcat.journal().stream()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.add(ofKcat);
        return GroupJournal.of(files);
    }

    @Override
    public void close() {
        kcats.forEach(KcatMember::close);
        drivers.values().forEach(JavaClients::close);
    }
}
