package io.milena.clients.consumer;

import io.milena.common.Invariant;
import io.milena.common.errors.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one consumer knows of its membership in a classic group: its phase, identity and what has to be done next. Pure:
 * sends nothing, reads no clock. Guarded by the consumer's lock.
 *
 * <p>A member that is fenced, unknown or too slow loses its generation: what it owned is lost, not revoked.
 */
final class Membership {

    static final int NO_GENERATION = -1;
    static final String NO_MEMBER = "";

    private MemberPhase phase = MemberPhase.UNJOINED;
    private String memberId = NO_MEMBER;
    private int generation = NO_GENERATION;
    private int ownedGeneration = NO_GENERATION;
    private String protocol = "";
    private boolean leader;
    private boolean wanted;
    private boolean rejoin;
    private boolean lost;
    private String reason = "";
    private List<Joined> members = List.of();
    private byte[] assignment = new byte[0];

    /** A member as its leader hears of it. */
    record Joined(String memberId, @Nullable String instanceId, byte[] metadata) {}

    /** What the coordinator answered to a join that it took. */
    record JoinAnswer(
            int generation,
            String memberId,
            String protocol,
            boolean leads,
            boolean assignsNothing,
            List<Joined> members) {}

    /** What to do after an answer. */
    enum Outcome {
        /** All is well, or the state says what follows. */
        GO_ON,
        /** Ask again after the backoff. */
        RETRY,
        /** Look the coordinator up, then ask again. */
        FIND_COORDINATOR,
        /** The application has to hear of it. */
        TELL
    }

    MemberPhase phase() {
        return phase;
    }

    String memberId() {
        return memberId;
    }

    int generation() {
        return generation;
    }

    /** The generation in which what is owned was given; {@link #NO_GENERATION} if nothing is. */
    int ownedGeneration() {
        return ownedGeneration;
    }

    /** The assignor of this generation. */
    String protocol() {
        return protocol;
    }

    boolean isLeader() {
        return leader;
    }

    /** Whether commits may be made in the name of this member. */
    boolean isValid() {
        return generation != NO_GENERATION;
    }

    /** Whether what is owned is no longer owned, though nobody asked for it. */
    boolean isLost() {
        return lost;
    }

    /** Why the member joins anew, for the coordinator's log. */
    String reason() {
        return reason;
    }

    List<Joined> members() {
        return members;
    }

    byte[] assignment() {
        return assignment;
    }

    /** The application subscribes: membership is wanted. */
    void wanted() {
        wanted = true;
    }

    boolean isWanted() {
        return wanted;
    }

    /** A rebalance is wanted: the application asks for it, or what it subscribes to has changed. */
    void rejoinAsked(String why) {
        if (!rejoin) {
            rejoin = true;
            reason = why;
        }
    }

    /** Whether the application's thread is to give up what has to go, so that the member may join. */
    boolean isToPrepare() {
        return wanted && (phase == MemberPhase.UNJOINED || phase == MemberPhase.STABLE && rejoin);
    }

    /** The application gave up what has to go. */
    void prepared() {
        if (phase == MemberPhase.STABLE) {
            moveTo(MemberPhase.UNJOINED);
        }
        rejoin = false;
        lost = false;
        moveTo(MemberPhase.JOINING);
    }

    /** The coordinator took the join. */
    void joined(JoinAnswer answer) {
        if (phase != MemberPhase.JOINING) {
            return;
        }
        memberId = answer.memberId();
        generation = answer.generation();
        protocol = answer.protocol();
        leader = answer.leads();
        members = answer.members();
        assignment = new byte[0];
        moveTo(answer.leads() && !answer.assignsNothing() ? MemberPhase.ASSIGNING : MemberPhase.SYNCING);
    }

    /**
     * @param givenId the member id of the answer, which the coordinator wants to see in the next try
     */
    Outcome joinRefused(ErrorCode error, String givenId) {
        if (phase != MemberPhase.JOINING) {
            return Outcome.GO_ON;
        }
        switch (error) {
            case MEMBER_ID_REQUIRED -> {
                memberId = givenId;
                return Outcome.GO_ON;
            }
            case UNKNOWN_MEMBER_ID -> {
                generationLost("the coordinator does not know the member");
                return Outcome.GO_ON;
            }
            default -> {
                return refused(error);
            }
        }
    }

    /** The leader's assignor has decided. */
    void assigned() {
        moveTo(MemberPhase.SYNCING);
    }

    /** The coordinator sent what this member gets. */
    void synced(byte[] bytes) {
        if (phase == MemberPhase.SYNCING) {
            assignment = bytes;
            moveTo(MemberPhase.COMPLETING);
        }
    }

    Outcome syncRefused(ErrorCode error) {
        if (phase != MemberPhase.SYNCING) {
            return Outcome.GO_ON;
        }
        if (error == ErrorCode.REBALANCE_IN_PROGRESS) {
            rejoinAsked("the group rebalanced before the member had its assignment");
            moveTo(MemberPhase.UNJOINED);
            return Outcome.GO_ON;
        }
        Outcome outcome = heartbeatRefused(error);
        if (phase == MemberPhase.SYNCING) {
            // Whether the coordinator keeps this generation is not known: only a new join tells.
            moveTo(MemberPhase.UNJOINED);
        }
        return outcome;
    }

    /** The application has what it was given. */
    void completed() {
        ownedGeneration = generation;
        members = List.of();
        moveTo(MemberPhase.STABLE);
    }

    /** A commit of that generation was refused because the group rebalances: news only to who is stable in it. */
    void commitMetRebalance(int ofGeneration) {
        if (phase == MemberPhase.STABLE && generation == ofGeneration) {
            rejoinAsked("a commit met a rebalance");
        }
    }

    Outcome heartbeatRefused(ErrorCode error) {
        switch (error) {
            case REBALANCE_IN_PROGRESS -> {
                if (phase == MemberPhase.STABLE) {
                    rejoinAsked("the group is rebalancing");
                }
                return Outcome.GO_ON;
            }
            case UNKNOWN_MEMBER_ID -> {
                generationLost("the coordinator does not know the member");
                return Outcome.GO_ON;
            }
            case ILLEGAL_GENERATION -> {
                String same = memberId;
                generationLost("the group is in another generation");
                memberId = same;
                return Outcome.GO_ON;
            }
            default -> {
                return refused(error);
            }
        }
    }

    private Outcome refused(ErrorCode error) {
        switch (error) {
            case COORDINATOR_LOAD_IN_PROGRESS, REBALANCE_IN_PROGRESS -> {
                return Outcome.RETRY;
            }
            case COORDINATOR_NOT_AVAILABLE, NOT_COORDINATOR -> {
                return Outcome.FIND_COORDINATOR;
            }
            case FENCED_INSTANCE_ID -> {
                generationLost("another consumer has the same group.instance.id");
                return Outcome.TELL;
            }
            default -> {
                moveTo(MemberPhase.UNJOINED);
                return Outcome.TELL;
            }
        }
    }

    /** The member has no part in the group any more: of itself, or as the coordinator says. */
    void generationLost(String why) {
        lost = true;
        memberId = NO_MEMBER;
        generation = NO_GENERATION;
        ownedGeneration = NO_GENERATION;
        leader = false;
        members = List.of();
        rejoinAsked(why);
        moveTo(MemberPhase.UNJOINED);
    }

    /** The application no longer subscribes to anything. */
    void left() {
        generationLost("left");
        wanted = false;
        lost = false;
        rejoin = false;
    }

    private void moveTo(MemberPhase next) {
        Invariant.check(phase == next || phase.next().contains(next), "phases of a member: " + phase + " to " + next);
        phase = next;
    }
}
