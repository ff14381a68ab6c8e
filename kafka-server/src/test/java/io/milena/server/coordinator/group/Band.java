package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Members of one group that do what well-behaved clients do. */
final class Band {

    private final GroupHome home;

    Band(GroupHome home) {
        this.home = home;
    }

    /** A group with one dynamic member, told of its first generation. */
    JoinAnswer first() {
        Asked<JoinAnswer> joined = join("");
        home.pass(GroupHome.CONFIG.initialDelayMs());
        return joined.answer();
    }

    /** As {@link #first}, with its share. */
    JoinAnswer settled() {
        JoinAnswer joined = first();
        assertThat(share(joined, "A").error()).isEqualTo(ErrorCode.NONE);
        return joined;
    }

    /** A group with one static member, with its share. */
    JoinAnswer settledStatic(String instanceId) {
        Asked<JoinAnswer> asked = joinStatic(instanceId);
        home.pass(GroupHome.CONFIG.initialDelayMs());
        JoinAnswer joined = asked.answer();
        Map<String, byte[]> shares = Map.of(joined.memberId(), GroupAsks.bytes("A"));
        SyncAnswer synced = sync(GroupAsks.in(joined, instanceId), shares).answer();
        assertThat(synced.error()).isEqualTo(ErrorCode.NONE);
        return joined;
    }

    /** A group of so many dynamic members, each with a share of its own. */
    List<JoinAnswer> settled(int members) {
        List<Asked<JoinAnswer>> asked =
                IntStream.range(0, members).mapToObj(i -> join("")).toList();
        home.pass(2L * GroupHome.CONFIG.initialDelayMs());
        List<JoinAnswer> joined = asked.stream().map(Asked::answer).toList();
        settle(joined);
        return joined;
    }

    /** All of a generation ask for their shares, the leader last. */
    void settle(List<JoinAnswer> joined) {
        Map<String, byte[]> shares = new LinkedHashMap<>();
        joined.forEach(member -> shares.put(member.memberId(), GroupAsks.bytes("share of " + member.memberId())));
        Map<JoinAnswer, Asked<SyncAnswer>> asked = new LinkedHashMap<>();
        joined.stream().filter(member -> !leads(member)).forEach(member -> asked.put(member, sync(member)));
        joined.stream().filter(Band::leads).forEach(member -> asked.put(member, sync(GroupAsks.in(member), shares)));
        asked.forEach((member, synced) ->
                assertThat(synced.answer().assignment()).isEqualTo(GroupAsks.bytes("share of " + member.memberId())));
    }

    static boolean leads(JoinAnswer joined) {
        return joined.leader().equals(joined.memberId());
    }

    Asked<JoinAnswer> join(String memberId) {
        return join(GroupAsks.join(memberId));
    }

    Asked<JoinAnswer> joinStatic(String instanceId) {
        return join(GroupAsks.joinStatic(instanceId));
    }

    Asked<JoinAnswer> join(JoinAsk ask) {
        return home.ask((reply, turn) -> home.machine().join(ask, reply, turn));
    }

    Asked<SyncAnswer> sync(JoinAnswer joined) {
        return sync(GroupAsks.in(joined), Map.of());
    }

    Asked<SyncAnswer> sync(GenerationRef from, Map<String, byte[]> shares) {
        return home.ask((reply, turn) -> home.machine().sync(GroupAsks.sync(from, shares), reply, turn));
    }

    /** The leader gives itself this share. */
    SyncAnswer share(JoinAnswer joined, String share) {
        return sync(GroupAsks.in(joined), Map.of(joined.memberId(), GroupAsks.bytes(share)))
                .answer();
    }

    ErrorCode beat(GenerationRef from) {
        return home.<ErrorCode>ask((reply, turn) -> home.machine().heartbeat(GroupAsks.beat(from), reply, turn))
                .answer();
    }

    LeaveAnswer leave(MemberRef... members) {
        var ask = new LeaveAsk(GroupAsks.GROUP, List.of(members));
        return home.<LeaveAnswer>ask((reply, turn) -> home.machine().leave(ask, reply, turn))
                .answer();
    }

    ErrorCode commit(CommitAsk ask) {
        return home.<CommitAnswer>ask((reply, turn) -> home.machine().commit(ask, reply, turn))
                .answer()
                .errors()
                .get(0);
    }

    CommitAnswer commitInTransaction(TransactionalCommitAsk ask) {
        return home.<CommitAnswer>ask((reply, turn) -> home.machine().commitInTransaction(ask, reply, turn))
                .answer();
    }

    OffsetsAnswer fetch(OffsetsAsk ask) {
        return home.<OffsetsAnswer>ask((reply, turn) -> home.machine().fetch(ask, reply, turn))
                .answer();
    }

    /** The committed offset; -1 if there is none. */
    long offset(TopicPartition partition) {
        return fetch(GroupAsks.offsets(partition)).offsets().get(0).offset();
    }

    OffsetDeleteAnswer forget(OffsetDeleteAsk ask) {
        return home.<OffsetDeleteAnswer>ask((reply, turn) -> home.machine().forget(ask, reply, turn))
                .answer();
    }

    GroupDescription describe() {
        return home.<GroupDescription>ask((reply, turn) -> home.machine().describe(GroupAsks.GROUP, reply, turn))
                .answer();
    }

    GroupState state() {
        return describe().state();
    }

    ErrorCode delete() {
        return home.<ErrorCode>ask((reply, turn) -> home.machine().delete(GroupAsks.GROUP, reply, turn))
                .answer();
    }

    GroupListing list() {
        return home.<GroupListing>ask(home.machine()::list).answer();
    }
}
