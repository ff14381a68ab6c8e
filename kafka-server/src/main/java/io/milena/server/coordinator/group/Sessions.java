package io.milena.server.coordinator.group;

import io.milena.server.coordinator.state.Timers;
import io.milena.server.coordinator.state.Turn;

/**
 * Watches over the members of all groups: whoever gives no sign of life for its session time-out is gone (KIP-62).
 *
 * <p>One that waits for an answer needs not give any, except a newcomer, who knows no id to do it with: if its join is
 * not answered within five minutes, its client is taken to have gone. Confined to the shard's thread.
 */
final class Sessions {

    static final int NEWCOMER_MS = 300_000;

    private final Timers<GroupRecord> timers;
    private final Silence silence;

    Sessions(Timers<GroupRecord> timers, Silence silence) {
        this.timers = timers;
        this.silence = silence;
    }

    /** Is told who was silent for too long. */
    interface Silence {

        void memberSilent(ClassicGroup group, Member member, Turn<GroupRecord> turn);
    }

    private record TimerKey(String groupId, String memberId) {}

    /**
     * The member's time begins anew. A timer that runs is left alone unless it would be late: a rebalance of many
     * members begins the time of each.
     */
    void begin(ClassicGroup group, Member member, long nowMs) {
        member.session().heard(nowMs);
        if (member.session().isLookedAtWithin(limitMs(member), nowMs)) {
            return;
        }
        look(group, member, firstLookMs(member), nowMs);
    }

    /** The timer of a newcomer, who has more time, is then good for its session too. */
    private static long firstLookMs(Member member) {
        return Math.min(NEWCOMER_MS, member.timeouts().sessionMs());
    }

    private static int limitMs(Member member) {
        return member.isNewcomer() ? NEWCOMER_MS : member.timeouts().sessionMs();
    }

    private void look(ClassicGroup group, Member member, long delayMs, long nowMs) {
        member.session().timerSet(delayMs, nowMs);
        timers.set(new TimerKey(group.id(), member.id()), delayMs, turn -> timePassed(group, member, turn));
    }

    private void timePassed(ClassicGroup group, Member member, Turn<GroupRecord> turn) {
        if (group.member(member.id()) != member) {
            return;
        }
        member.session().timerGone();
        long nowMs = turn.nowMs();
        boolean waits = member.joining() != null || member.syncing() != null;
        if (waits && !member.isNewcomer()) {
            begin(group, member, nowMs);
            return;
        }
        long leftMs = member.session().leftMs(limitMs(member), nowMs);
        if (leftMs > 0) {
            look(group, member, leftMs, nowMs);
        } else {
            silence.memberSilent(group, member, turn);
        }
    }

    /** The member is watched no more. */
    void end(ClassicGroup group, Member member) {
        member.session().timerGone();
        timers.cancel(new TimerKey(group.id(), member.id()));
    }
}
