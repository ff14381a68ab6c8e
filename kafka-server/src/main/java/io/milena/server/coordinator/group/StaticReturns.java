package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.GroupRecord.GroupStored;
import io.milena.server.coordinator.group.JoinAnswer.Assignment;
import io.milena.server.coordinator.group.JoinAnswer.JoinedMember;
import io.milena.server.coordinator.state.Reply;
import io.milena.server.coordinator.state.Turn;
import io.milena.server.coordinator.state.UndoLog;
import java.util.List;

/**
 * A static member that comes back without an id, such as after a restart, or because it never heard the answer to its
 * join (KIP-345). It is given a new id, by which whoever bears its name elsewhere is fenced, and all that it had.
 *
 * <p>In a stable group nothing else happens as long as all would agree on the same protocol: the group is written with
 * the new id, and the member goes on in its generation. Its assignment is not made anew, even if it leads: from v9 on
 * it is told so (KIP-814), before it is told that its old id leads. Confined to the shard's thread.
 */
final class StaticReturns {

    private final Rebalances rebalances;
    private final UndoLog undo;

    StaticReturns(Rebalances rebalances, UndoLog undo) {
        this.rebalances = rebalances;
        this.undo = undo;
    }

    /** What came back, and as whom. */
    record Return(JoinAsk ask, String memberId, Reply<JoinAnswer> reply) {}

    void returned(ClassicGroup group, Member old, Return back, Turn<GroupRecord> turn) {
        String oldLeader = Rebalances.idOf(group.leader());
        Member fresh = takeOver(group, old, back, turn);
        if (group.is(GroupState.STABLE) && group.nextProtocol().equals(group.protocol())) {
            goOn(group, new Exchange(old, fresh), turn);
            Rebalances.answer(
                    back.reply(), answer(group, fresh, oldLeader, back.ask().manner()), turn);
            return;
        }
        group.roll().waits(fresh, back.reply());
        rebalances.begin(group, "a static member came back", turn);
    }

    private Member takeOver(ClassicGroup group, Member old, Return back, Turn<GroupRecord> turn) {
        JoinAsk ask = back.ask();
        var ref = new MemberRef(back.memberId(), ask.member().instanceId());
        var fresh = new Member(ref, ask.client(), ask.timeouts(), ask.protocols());
        fresh.newcomer(old.isNewcomer());
        Rebalances.dismiss(group, old, ErrorCode.FENCED_INSTANCE_ID, turn);
        exchange(group, new Exchange(old, fresh), turn.nowMs());
        return fresh;
    }

    private record Exchange(Member from, Member to) {}

    private void exchange(ClassicGroup group, Exchange exchange, long nowMs) {
        rebalances.sessions().end(group, exchange.from());
        group.replace(exchange.from(), exchange.to());
        rebalances.sessions().begin(group, exchange.to(), nowMs);
    }

    private void goOn(ClassicGroup group, Exchange exchange, Turn<GroupRecord> turn) {
        turn.write(new GroupStored(group.id(), group.image()));
        int generation = group.generation();
        long nowMs = turn.nowMs();
        undo.note(() -> {
            boolean isAsWritten = group.is(GroupState.STABLE) && group.generation() == generation;
            if (isAsWritten && group.member(exchange.to().id()) == exchange.to()) {
                exchange(group, new Exchange(exchange.to(), exchange.from()), nowMs);
            }
        });
    }

    private static JoinAnswer answer(ClassicGroup group, Member fresh, String oldLeader, JoinManner manner) {
        if (manner != JoinManner.ASSIGNMENT_SKIPPED) {
            return Rebalances.joined(group, fresh, oldLeader, Assignment.WANTED, List.of());
        }
        boolean leads = group.isLedBy(fresh);
        List<JoinedMember> members = leads ? Rebalances.roster(group) : List.of();
        Assignment assignment = leads ? Assignment.SKIPPED : Assignment.WANTED;
        return Rebalances.joined(group, fresh, Rebalances.idOf(group.leader()), assignment, members);
    }
}
