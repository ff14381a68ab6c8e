package io.milena.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The floor plan as data: each room, the rooms it may see, and the doors through which others enter it. Anything not
 * listed is a wall. Every room may see {@code common}.
 *
 * <p>Immutable once built.
 */
final class HousePlan {

    static final String BASE = "io.milena.";

    /** The composition root: it may see every room of the broker, and go through every door. */
    static final String ROOT = "server";

    private static final String COMMON = "common";

    private final Map<String, Set<String>> maySee = new LinkedHashMap<>();
    private final Map<String, Set<String>> onlyTypes = new LinkedHashMap<>();
    private final Map<String, Set<String>> frontDoors = new LinkedHashMap<>();

    HousePlan() {
        clientRooms();
        serverRooms();
        pureRooms();
        languageOfCoordinators();
        doors();
    }

    private void clientRooms() {
        room(COMMON);
        room("metrics");
        room("protocol");
        room("record");
        room("transport", "protocol", "metrics");
        room("clients", "protocol", "record", "transport", "metrics");
        room("clients.consumer", andBelow("clients"));
        room("clients.producer", andBelow("clients"));
        room("admin", andBelow("clients"));
        room("tools", andBelow("admin", "clients.producer", "clients.consumer"));
        // Part of the API that users know: transactions and offset alteration take these.
        narrowly(
                "clients.producer",
                "clients.consumer",
                "OffsetAndMetadata",
                "ConsumerGroupMetadata",
                "CommitFailedException");
        narrowly("admin", "clients.consumer", "OffsetAndMetadata", "ConsumerGroupMetadata");
    }

    private void serverRooms() {
        room("storage", "record", "metrics");
        room("server.metadata");
        room("server.zookeeper");
        room("server.security", "protocol", "server.metadata");
        room("server.settings", "server.metadata", "server.security", "server.zookeeper");
        room("server.links", "protocol", "transport", "metrics", "server.metadata");
        room("server.network", "protocol", "metrics", "server.security");
        room("server.partition", "record", "metrics", "storage", "server.metadata");
        room("server.replication", andBelow("server.partition", "server.links", "protocol", "server.metadata"));
        room("server.controller", "server.metadata", "server.zookeeper", "server.links", "protocol");
        room(
                "server.api",
                "server.network",
                "server.partition",
                "storage",
                "server.coordinator",
                "server.coordinator.state",
                "server.controller",
                "server.replication",
                "server.settings",
                "server.links",
                "server.security",
                "server.metadata",
                "protocol",
                "record",
                "metrics");
        room(ROOT, everyRoomOfTheBroker());
    }

    private void pureRooms() {
        room("server.coordinator.state");
        room("server.coordinator.group", "protocol", "server.coordinator.state");
        room("server.coordinator.transaction", "protocol", "server.coordinator.state");
        room(
                "server.coordinator",
                andBelow(
                        "server.coordinator.group",
                        "server.coordinator.transaction",
                        "server.partition",
                        "server.links",
                        "protocol",
                        "server.metadata"));
        maySee.put(ROOT, withCommon(everyRoomOfTheBroker()));
    }

    /** Asks and answers are the language of the coordinators' front doors; the machines are nobody else's business. */
    private void languageOfCoordinators() {
        narrowly(
                "server.api",
                "server.coordinator.transaction",
                "AddOffsetsAsk",
                "AddPartitionsAnswer",
                "AddPartitionsAsk",
                "EndAsk",
                "InitAnswer",
                "InitAsk",
                "Transaction",
                "TransactionDescription",
                "TransactionFilter",
                "TransactionListing",
                "TransactionState");
        narrowly(
                "server.api",
                "server.coordinator.group",
                "ClientRef",
                "CommitAnswer",
                "CommitAsk",
                "CommittedOffset",
                "GenerationRef",
                "GroupDescription",
                "GroupListing",
                "GroupState",
                "JoinAnswer",
                "JoinAsk",
                "JoinManner",
                "LeaveAnswer",
                "LeaveAsk",
                "MemberAsk",
                "MemberProtocol",
                "MemberRef",
                "MemberTimeouts",
                "OffsetDeleteAnswer",
                "OffsetDeleteAsk",
                "OffsetToCommit",
                "OffsetsAnswer",
                "OffsetsAsk",
                "SyncAnswer",
                "SyncAsk",
                "TransactionalCommitAsk");
    }

    private void doors() {
        frontDoors.put(
                COMMON,
                Set.of(
                        "",
                        ".acl",
                        ".time",
                        ".config",
                        ".config.types",
                        ".errors",
                        ".serialization",
                        ".header",
                        ".header.internals",
                        ".record",
                        ".utils"));
        frontDoors.put("protocol", Set.of("", ".messages"));
        frontDoors.put("record", Set.of("", ".compression"));
    }

    private void room(String name, String... sees) {
        maySee.put(name, withCommon(sees));
    }

    private static Set<String> withCommon(String... sees) {
        Set<String> all = new TreeSet<>(Set.of(sees));
        all.add(COMMON);
        return all;
    }

    /** These rooms and all that they may see themselves. */
    private String[] andBelow(String... rooms) {
        Set<String> all = new TreeSet<>();
        for (String room : rooms) {
            all.add(room);
            all.addAll(maySee.get(room));
        }
        return all.toArray(String[]::new);
    }

    /** All but the rooms that only client programs need. */
    private String[] everyRoomOfTheBroker() {
        Set<String> all = new TreeSet<>(maySee.keySet());
        all.removeAll(Set.of("admin", "tools", "clients.producer", "clients.consumer"));
        return all.toArray(String[]::new);
    }

    /** Of the room {@code seen}, the room {@code name} may use these types of the front door and nothing else. */
    private void narrowly(String name, String seen, String... types) {
        onlyTypes.put(name + " -> " + seen, Set.of(types));
    }

    Set<String> rooms() {
        return maySee.keySet();
    }

    Set<String> seenFrom(String room) {
        return maySee.get(room);
    }

    /** The room of a package is the longest listed name that it lies in; empty when no room claims it. */
    String roomOf(JavaClass type) {
        String name = type.getPackageName();
        return maySee.keySet().stream()
                .filter(room -> name.equals(BASE + room) || name.startsWith(BASE + room + "."))
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }

    /** Whether code of {@code room} may name {@code used}, a type of Milena. */
    boolean allows(String room, JavaClass used) {
        String seen = roomOf(used);
        if (seen.equals(room)) {
            return true;
        }
        Set<String> types = onlyTypes.get(room + " -> " + seen);
        boolean seenInWhole = maySee.get(room).contains(seen);
        boolean seenNarrowly = types != null && types.contains(outermost(used));
        return (seenInWhole || seenNarrowly) && (room.equals(ROOT) || isAtADoor(seen, used));
    }

    private boolean isAtADoor(String room, JavaClass used) {
        String inside = used.getPackageName().substring((BASE + room).length());
        return frontDoors.getOrDefault(room, Set.of("")).contains(inside);
    }

    private static String outermost(JavaClass type) {
        String name = type.getName().substring(type.getPackageName().length() + 1);
        return name.replaceAll("\\$.*", "");
    }
}
