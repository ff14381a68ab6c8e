package io.milena.compat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * One topic, a producer that never rests, and members of groups that read it: in a JVM that stays, and in others that
 * may be killed. Each member's name is used once. Confined to the test's thread.
 */
final class GroupStage implements AutoCloseable {

    static final int PARTITIONS = 12;

    /** How long a member may be silent, and how long it may take for what it has polled. */
    static final String IMPATIENT = " session.timeout.ms=3000 max.poll.interval.ms=3000";

    /** Longer than an impatient group waits for a member's poll. */
    static final int STALL_MS = 6_500;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int RECORDS_PER_SECOND = 600;

    private final ReferenceJars jars;
    private final String bootstrap;
    private final Path folder;
    private final String topic;
    private final List<Path> journals = new ArrayList<>();
    private final List<JavaClients> started = new ArrayList<>();
    private final Map<String, JavaClients> members = new LinkedHashMap<>();
    private final JavaClients home;
    private long[] ends = {};

    /** Its members live in {@code home}, which outlives it, unless they are told to live in a {@link #newJvm}. */
    GroupStage(BrokerProcess broker, Path folder, Home home, String topic) {
        this.jars = home.jars();
        this.bootstrap = broker.bootstrap();
        this.folder = folder;
        this.topic = named(home.jars(), topic);
        this.home = home.jvm();
        journals.add(home.journal());
        this.home.ask("create topic=" + this.topic + " partitions=" + PARTITIONS);
        startStream();
    }

    /** What is of one version, among others of the same name. */
    static String named(ReferenceJars jars, String name) {
        return jars.name().toLowerCase(Locale.ROOT) + "." + name;
    }

    /** The name of a group, or of a member, of this stage's version. */
    String named(String name) {
        return named(jars, name);
    }

    /** Another JVM for members; {@link #crash} ends it, or else the end of the stage. */
    JavaClients newJvm() {
        Path journal = folder.resolve(topic + "-" + journals.size());
        JavaClients jvm = JavaClients.startGroups(jars, bootstrap, journal);
        journals.add(journal);
        started.add(jvm);
        return jvm;
    }

    JavaClients home() {
        return home;
    }

    private void startStream() {
        home.ask("stream-start topic=" + topic + " partitions=" + PARTITIONS + " rate=" + RECORDS_PER_SECOND
                + " linger.ms=5 request.timeout.ms=5000");
    }

    /** Returns the {@link #ends}. */
    long[] stopStream() {
        String told = home.ask("stream-stop").get("ends");
        ends = Arrays.stream(told.split(",")).mapToLong(Long::parseLong).toArray();
        return ends();
    }

    /** The partitions' ends, once {@link #stopStream} has seen all acknowledged. */
    long[] ends() {
        return ends.clone();
    }

    /** Adds a member, with a name as {@code group/name}; {@code configs} say at the least how it commits. */
    void join(JavaClients jvm, String member, String configs) {
        jvm.ask("join " + asArguments(member) + " topic=" + topic + " heartbeat.interval.ms=200 " + configs);
        members.put(member, jvm);
    }

    private static String asArguments(String member) {
        return "group=" + groupOf(member) + " member=" + member.substring(member.indexOf('/') + 1);
    }

    private static String groupOf(String member) {
        return member.substring(0, member.indexOf('/'));
    }

    /** All members of the group leave at once. */
    void leaveAll(String group) {
        Map<JavaClients, List<String>> byJvm = new LinkedHashMap<>();
        membersOf(group)
                .forEach(member -> byJvm.computeIfAbsent(members.remove(member), jvm -> new ArrayList<>())
                        .add(member.substring(member.indexOf('/') + 1)));
        byJvm.forEach((jvm, names) -> jvm.ask("leave group=" + group + " member=" + String.join(",", names)));
    }

    void leave(String member) {
        members.remove(member).ask("leave " + asArguments(member));
    }

    void stall(String member) {
        members.get(member).ask("stall ms=" + STALL_MS + " " + asArguments(member));
    }

    /** What a member knows: generation, partitions, failure. */
    Map<String, String> state(String member) {
        return members.get(member).ask("member " + asArguments(member));
    }

    /** kill -9 to all members of that JVM. */
    void crash(JavaClients jvm) {
        jvm.kill();
        members.values().removeIf(jvm::equals);
    }

    List<String> membersOf(String group) {
        return members.keySet().stream()
                .filter(member -> groupOf(member).equals(group))
                .toList();
    }

    private List<String> partitionsOf(String member) {
        return Arrays.stream(state(member).get("partitions").split(","))
                .filter(partition -> !partition.isEmpty())
                .toList();
    }

    /** Until the group's members have all partitions among them, each its share. */
    void awaitBalance(String group) {
        Awaitility.await("balance of " + group)
                .pollInterval(Duration.ofMillis(100))
                .atMost(PATIENCE)
                .until(() -> isBalanced(group));
    }

    private boolean isBalanced(String group) {
        List<String> all = new ArrayList<>();
        int least = PARTITIONS;
        for (String member : membersOf(group)) {
            List<String> its = partitionsOf(member);
            all.addAll(its);
            least = Math.min(least, its.size());
        }
        return all.size() == PARTITIONS
                && all.stream().distinct().count() == PARTITIONS
                && least == PARTITIONS / membersOf(group).size();
    }

    /** Until one member has all partitions to itself, whoever else is in the group. */
    void awaitAllAt(String member) {
        Awaitility.await("all partitions for " + member)
                .pollInterval(Duration.ofMillis(100))
                .atMost(PATIENCE)
                .until(() -> partitionsOf(member).size() == PARTITIONS);
    }

    GroupJournal journal() {
        return GroupJournal.of(journals);
    }

    /** Until the group has read so many records more, in each partition. */
    void awaitMore(String group, long records) {
        long[] ends = journal().ends(group, PARTITIONS);
        awaitReached(group, Arrays.stream(ends).map(end -> end + records).toArray());
    }

    void awaitReached(String group, long[] ends) {
        Awaitility.await("records for " + group)
                .pollInterval(Duration.ofMillis(400))
                .atMost(PATIENCE)
                .until(() -> journal().reached(group, ends));
    }

    @Override
    public void close() {
        started.forEach(JavaClients::close);
    }

    /** A JVM with the clients of one version that lives for several stages, and what its members wrote down. */
    record Home(ReferenceJars jars, JavaClients jvm, Path journal) implements AutoCloseable {

        static Home start(ReferenceJars jars, BrokerProcess broker, Path folder) {
            Path journal = folder.resolve(named(jars, "home"));
            return new Home(jars, JavaClients.startGroups(jars, broker.bootstrap(), journal), journal);
        }

        @Override
        public void close() {
            jvm.close();
        }
    }
}
