package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What the members of groups wrote down ({@code clients/GroupDriver.java}, or for kcat {@code KcatMember}), judged
 * partition by partition: no two members had a partition at a time, no record was skipped, what was handed over cleanly
 * was read once, and what was not was read again from a committed offset at the least. Immutable.
 */
final class GroupJournal {

    private final Map<String, Map<Integer, List<Ownership>>> groups = new TreeMap<>();

    private GroupJournal(List<Event> events) {
        Map<String, Ownership> open = new HashMap<>();
        events.stream().sorted(Comparator.comparingLong(Event::nanos)).forEach(event -> enter(event, open));
    }

    /** Reads journals of several JVMs. A line that a killed one left unfinished is left out. */
    static GroupJournal of(List<Path> files) {
        List<Event> events = new ArrayList<>();
        for (Path file : files) {
            String text = textOf(file);
            text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Event::of).forEach(events::add);
        }
        return new GroupJournal(events);
    }

    private static String textOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void enter(Event event, Map<String, Ownership> open) {
        String owner = event.group() + " " + event.member();
        String key = owner + " " + event.partition();
        if (event.kind().equals("assigned")) {
            var ownership = new Ownership(event);
            open.put(key, ownership);
            groups.computeIfAbsent(event.group(), any -> new TreeMap<>())
                    .computeIfAbsent(event.partition(), any -> new ArrayList<>())
                    .add(ownership);
            return;
        }
        assertThat(open).as("whose partitions a member works on: %s", event).containsKey(key);
        open.get(key).heard(event);
    }

    /** The offsets behind the last ones that a group has read. */
    long[] ends(String group, int partitions) {
        long[] ends = new long[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            ends[partition] = ownerships(group, partition).stream()
                    .mapToLong(Ownership::end)
                    .max()
                    .orElse(0);
        }
        return ends;
    }

    /** Whether a group has read all partitions up to these ends. */
    boolean reached(String group, long[] ends) {
        long[] read = ends(group, ends.length);
        return IntStream.range(0, ends.length).allMatch(partition -> read[partition] >= ends[partition]);
    }

    /** How many times a partition of the group was not handed over cleanly. */
    long accidents(String group) {
        return groups.getOrDefault(group, Map.of()).values().stream()
                .flatMap(List::stream)
                .filter(ownership -> !ownership.clean)
                .count();
    }

    private List<Ownership> ownerships(String group, int partition) {
        return groups.getOrDefault(group, Map.of()).getOrDefault(partition, List.of());
    }

    /** Fails unless the group kept the rules, up to these ends of the partitions. */
    void verify(String group, long[] ends) {
        for (int partition = 0; partition < ends.length; partition++) {
            verify(group + "-" + partition, ownerships(group, partition), ends[partition]);
        }
    }

    private static void verify(String what, List<Ownership> ownerships, long end) {
        long next = 0;
        long committed = 0;
        long untilNanos = Long.MIN_VALUE;
        boolean clean = true;
        for (Ownership ownership : ownerships) {
            assertThat(ownership.fromNanos)
                    .as("%s has one owner: %s", what, ownership)
                    .isGreaterThan(untilNanos);
            if (ownership.first >= 0) {
                assertThat(ownership.first)
                        .as("%s goes on, after a clean hand-over: %s, %s", what, clean, ownership)
                        .isBetween(clean ? next : committed, next);
                next = ownership.end();
                clean = ownership.clean;
            }
            committed = Math.max(committed, ownership.committed);
            untilNanos = Math.max(untilNanos, ownership.untilNanos);
        }
        assertThat(next).as("%s is read to its end", what).isEqualTo(end);
    }

    /** One line of a journal. */
    private record Event(String group, String member, long nanos, String kind, int partition, long first, long last) {

        static Event of(String line) {
            String[] words = line.split(" ");
            return new Event(
                    words[0],
                    words[1],
                    Long.parseLong(words[2]),
                    words[3],
                    Integer.parseInt(words[4]),
                    Long.parseLong(words[5]),
                    Long.parseLong(words[6]));
        }
    }

    /** From the assignment of a partition to a member until it gave it up, or until the last it did with it. */
    private static final class Ownership {

        private final String member;
        private final long fromNanos;
        private long untilNanos;
        private long first = -1;
        private long last = -1;
        private long committed;
        private boolean clean;

        Ownership(Event assigned) {
            member = assigned.member();
            fromNanos = assigned.nanos();
            untilNanos = fromNanos;
        }

        void heard(Event event) {
            switch (event.kind()) {
                case "read" -> read(event);
                case "committed" -> committed = event.first();
                case "revoked" -> {
                    clean = true;
                    untilNanos = event.nanos();
                }
                case "lost" -> clean = false;
                default -> throw new AssertionError("unknown event " + event);
            }
        }

        private void read(Event event) {
            assertThat(clean).as("read after it was handed over: %s", event).isFalse();
            assertThat(first < 0 || event.first() == last + 1)
                    .as("%s after offset %s", event, last)
                    .isTrue();
            first = first < 0 ? event.first() : first;
            last = event.last();
            untilNanos = event.nanos();
        }

        /** The offset after the last one read. */
        long end() {
            return last + 1;
        }

        @Override
        public String toString() {
            return member + " read " + first + " to " + last + ", committed " + committed + ", clean " + clean;
        }
    }
}
