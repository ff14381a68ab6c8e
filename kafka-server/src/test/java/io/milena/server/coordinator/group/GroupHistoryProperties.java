package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.T0;
import static io.milena.server.coordinator.group.GroupAsks.T1;
import static io.milena.server.coordinator.group.GroupAsks.U0;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.GroupDescription.MemberDescription;
import io.milena.server.coordinator.group.GroupRecord.GroupStored;
import io.milena.server.coordinator.group.OffsetsAnswer.FetchedOffset;
import io.milena.server.coordinator.group.OffsetsAsk.Stability;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.TransactionResult;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.coordinator.state.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of groups: clients join, sync, beat, commit, leave and crash, time passes, transactions end, the log
 * refuses, and the shard is loaded anew. Whatever happens,
 *
 * <ul>
 *   <li>a share is handed only to the member and in the generation that it was made for;
 *   <li>a member is in one generation, and it grows;
 *   <li>offsets are what a simple model says;
 *   <li>a machine that loads the log is in the same durable state;
 *   <li>in the end every rebalance ends, and everyone is answered.
 * </ul>
 */
class GroupHistoryProperties {

    private static final int STEPS = 400;
    private static final List<String> GROUPS = List.of("g", "h");
    private static final List<TopicPartition> PARTITIONS = List.of(T0, T1, U0);
    private static final long NEVER_MS = 1_000_000_000_000L;

    private SplittableRandom random = new SplittableRandom(0);
    private GroupHome home = new GroupHome();
    private final OffsetModel model = new OffsetModel();
    private final List<HistoryClient> clients = new ArrayList<>();
    private final List<Runnable> unheard = new ArrayList<>();
    private boolean isRefusing;

    static LongStream seeds() {
        return LongStream.range(0, 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void histories(long seed) {
        random = new SplittableRandom(seed);
        int maxSize = random.nextBoolean() ? 3 : 100;
        home = new GroupHome(new GroupConfig(
                1_000, 60_000, random.nextInt(4_000), maxSize, 16, NEVER_MS, 5_000 + random.nextInt(60_000)));
        makeClients();

        for (int step = 0; step < STEPS; step++) {
            step();
            if (step % 20 == 0) {
                check();
            }
        }
        finish();
    }

    private void makeClients() {
        JoinManner[] manners = JoinManner.values();
        for (int i = 0; i < 8; i++) {
            String instanceId = i < 3 ? "i" + i % 2 : null;
            clients.add(new HistoryClient(any(GROUPS), instanceId, manners[random.nextInt(manners.length)]));
        }
    }

    private <T> T any(List<T> things) {
        return things.get(random.nextInt(things.size()));
    }

    private void step() {
        HistoryClient client = any(clients);
        int chance = random.nextInt(100);
        if (chance < 75) {
            act(client, chance);
        } else if (chance < 79) {
            home.flush();
        } else if (chance < 92) {
            flush();
            home.pass(random.nextInt(4_000));
        } else if (chance < 95) {
            flush();
            isRefusing = !isRefusing && random.nextBoolean();
            home.refuse(isRefusing ? ErrorCode.COORDINATOR_NOT_AVAILABLE : ErrorCode.NONE);
        } else if (chance < 98) {
            administer();
        } else {
            reload();
        }
        hear();
    }

    private void act(HistoryClient client, int chance) {
        if (client.isWaiting() && random.nextInt(10) > 0) {
            return;
        }
        if (chance < 20) {
            client.joins(ask((reply, turn) -> home.machine().join(client.joinAsk(protocols()), reply, turn)));
        } else if (chance < 40) {
            client.syncs(ask((reply, turn) -> home.machine().sync(client.syncAsk(), reply, turn)));
        } else if (chance < 52) {
            beat(client);
        } else if (chance < 62) {
            commit(client.groupId(), random.nextInt(3) == 0 ? GenerationRef.OUTSIDE : client.from());
        } else if (chance < 68) {
            commitPending(client.groupId());
        } else if (chance < 71) {
            endTransaction();
        } else if (chance < 73) {
            client.crash();
        } else {
            leave(client);
        }
    }

    /** In the turn's own batch, or in one with those that follow. */
    private <R> Asked<R> ask(BiConsumer<Reply<R>, Turn<GroupRecord>> call) {
        return random.nextInt(3) == 0 ? home.askLater(call) : home.ask(call);
    }

    private List<MemberProtocol> protocols() {
        List<MemberProtocol> protocols = new ArrayList<>(List.of(GroupAsks.reading("range", "t")));
        if (random.nextInt(4) == 0) {
            protocols.add(random.nextInt(2), GroupAsks.reading("sticky", "t", "u"));
        }
        return protocols;
    }

    private void beat(HistoryClient client) {
        var ask = new MemberAsk(client.groupId(), client.from());
        ErrorCode error = home.<ErrorCode>ask((reply, turn) -> home.machine().heartbeat(ask, reply, turn))
                .answer();
        client.failed(error);
    }

    private List<OffsetToCommit> lines() {
        List<OffsetToCommit> lines = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            lines.add(GroupAsks.line(any(PARTITIONS), random.nextInt(1_000)));
        }
        return lines;
    }

    /** What happens when the answer has come, in the order of the answers. */
    private <R> void whenAnswered(Asked<R> asked, Consumer<R> then) {
        unheard.add(() -> then.accept(asked.answer()));
    }

    private void commit(String groupId, GenerationRef from) {
        List<OffsetToCommit> lines = lines();
        var ask = new CommitAsk(groupId, from, CommitAsk.DEFAULT_RETENTION, lines);
        Asked<CommitAnswer> asked =
                home.askLater((reply, turn) -> home.machine().commit(ask, reply, turn));
        whenAnswered(asked, answer -> {
            if (answer.errors().get(0) == ErrorCode.NONE) {
                model.commit(groupId, lines);
            }
        });
    }

    /** A batch by itself, as the shard makes it. */
    private void commitPending(String groupId) {
        flush();
        List<OffsetToCommit> lines = lines();
        var producer = new TransactionalProducer(random.nextInt(3), (short) 0);
        var ask = new TransactionalCommitAsk(groupId, producer, GenerationRef.OUTSIDE, lines, OffsetsProof.UNWANTED);
        Asked<CommitAnswer> asked = home.ask((reply, turn) -> home.machine().commitInTransaction(ask, reply, turn));
        if (asked.answer().errors().get(0) == ErrorCode.NONE) {
            model.commitPending(producer.id(), groupId, lines);
        }
    }

    private void endTransaction() {
        flush();
        var producer = new TransactionalProducer(random.nextInt(3), (short) random.nextInt(2));
        if (random.nextBoolean()) {
            home.end(producer, TransactionResult.COMMIT);
            model.end(producer.id());
        } else {
            home.end(producer, TransactionResult.ABORT);
            model.abort(producer.id());
        }
    }

    private void leave(HistoryClient client) {
        var ask = new LeaveAsk(client.groupId(), List.of(client.ref()));
        Asked<LeaveAnswer> asked = ask((reply, turn) -> home.machine().leave(ask, reply, turn));
        client.crash();
        whenAnswered(asked, answer -> {});
    }

    private void administer() {
        flush();
        String groupId = any(GROUPS);
        if (random.nextInt(3) == 0) {
            ErrorCode error = home.<ErrorCode>ask(
                            (reply, turn) -> home.machine().delete(groupId, reply, turn))
                    .answer();
            if (error == ErrorCode.NONE) {
                model.forgetGroup(groupId);
            }
        } else if (random.nextBoolean() && !isRefusing) {
            Set<String> topics = Set.of(random.nextBoolean() ? "t" : "u");
            home.turn(turn -> home.machine().topicsDeleted(topics, turn));
            model.forgetTopics(topics);
        } else {
            forget(groupId, any(PARTITIONS));
        }
    }

    private void forget(String groupId, TopicPartition partition) {
        var ask = new OffsetDeleteAsk(groupId, List.of(partition));
        OffsetDeleteAnswer answer = home.<OffsetDeleteAnswer>ask(
                        (reply, turn) -> home.machine().forget(ask, reply, turn))
                .answer();
        if (answer.error() == ErrorCode.NONE && answer.errors().get(0) == ErrorCode.NONE) {
            model.forget(groupId, partition);
        }
    }

    private void reload() {
        flush();
        GroupHome before = home;
        home = before.reloaded();
        clients.forEach(HistoryClient::shardLoaded);
        before.machine().abandoned();
        assertThat(before.figures().groups()).isZero();
        assertThat(before.figures().offsets()).isZero();
        home.refuse(isRefusing ? ErrorCode.COORDINATOR_NOT_AVAILABLE : ErrorCode.NONE);
    }

    private void flush() {
        home.flush();
        hear();
    }

    /** Only when nothing is open, or an answer would be awaited that cannot have come. */
    private void hear() {
        if (!home.isOpen()) {
            unheard.forEach(Runnable::run);
            unheard.clear();
        }
        clients.forEach(HistoryClient::hear);
    }

    private void check() {
        flush();
        assertThat(durable(home.reloaded())).isEqualTo(durable(home));
        for (String groupId : GROUPS) {
            assertThat(offsets(groupId)).isEqualTo(model.of(groupId));
            assertNamesAreUnique(groupId);
        }
    }

    private Map<TopicPartition, Long> offsets(String groupId) {
        var ask = new OffsetsAsk(groupId, null, Stability.ANY);
        return home
                .<OffsetsAnswer>ask((reply, turn) -> home.machine().fetch(ask, reply, turn))
                .answer()
                .offsets()
                .stream()
                .collect(Collectors.toMap(
                        FetchedOffset::partition, FetchedOffset::offset, (one, other) -> one, TreeMap::new));
    }

    private void assertNamesAreUnique(String groupId) {
        GroupDescription description = home.<GroupDescription>ask(
                        (reply, turn) -> home.machine().describe(groupId, reply, turn))
                .answer();
        List<String> names = description.members().stream()
                .map(MemberDescription::member)
                .map(MemberRef::instanceId)
                .filter(name -> name != null)
                .toList();
        assertThat(names).doesNotHaveDuplicates();
    }

    private static Map<String, Object> durable(GroupHome of) {
        GroupTable groups = of.machine().groups();
        var state = new TreeMap<String, Object>();
        for (String groupId : GROUPS) {
            StoredGroup stored = groups.stored(groupId);
            if (stored != null) {
                byte[] bytes = new GroupRecords()
                        .encode(new GroupStored(groupId, stored))
                        .value();
                state.put("group " + groupId, HexFormat.of().formatHex(bytes));
            }
            state.put("offsets " + groupId, groups.offsets().of(groupId));
        }
        state.put("pending", groups.pending().all());
        return state;
    }

    private void finish() {
        flush();
        home.refuse(ErrorCode.NONE);
        home.pass(Duration.ofMinutes(30).toMillis());
        hear();

        assertThat(clients).noneMatch(HistoryClient::isWaiting);
        check();
        for (String groupId : GROUPS) {
            ClassicGroup group = home.machine().groups().find(groupId);
            assertThat(group == null || group.is(GroupState.EMPTY)).isTrue();
        }
        assertThat(home.timers().size()).isEqualTo(1);
    }
}
