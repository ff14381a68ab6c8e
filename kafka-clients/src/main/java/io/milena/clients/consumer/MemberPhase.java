package io.milena.clients.consumer;

import java.util.EnumSet;
import java.util.Set;

/**
 * Where a member of a classic group stands. The application's thread has the turn in the states marked with *, inside
 * {@code poll}; the event loop in the others.
 *
 * <pre>
 *   UNJOINED* --prepared--&gt; JOINING
 *   JOINING --leader--&gt; ASSIGNING* --assigned--&gt; SYNCING
 *   JOINING --follower--&gt; SYNCING --&gt; COMPLETING* --&gt; STABLE
 *   STABLE --rebalance--&gt; UNJOINED        any --fenced, expired, left--&gt; UNJOINED
 * </pre>
 */
enum MemberPhase {
    UNJOINED,
    JOINING,
    ASSIGNING,
    SYNCING,
    COMPLETING,
    STABLE;

    Set<MemberPhase> next() {
        return switch (this) {
            case UNJOINED -> EnumSet.of(UNJOINED, JOINING);
            case JOINING -> EnumSet.of(UNJOINED, ASSIGNING, SYNCING);
            case ASSIGNING -> EnumSet.of(UNJOINED, SYNCING);
            case SYNCING -> EnumSet.of(UNJOINED, COMPLETING);
            case COMPLETING -> EnumSet.of(UNJOINED, STABLE);
            case STABLE -> EnumSet.of(UNJOINED);
        };
    }

    /** Whether the coordinator counts the member as alive by its heartbeats. */
    boolean isHeartbeating() {
        return this == ASSIGNING || this == SYNCING || this == COMPLETING || this == STABLE;
    }
}
