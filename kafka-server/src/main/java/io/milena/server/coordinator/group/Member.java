package io.milena.server.coordinator.group;

import io.milena.server.coordinator.state.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One member of a group while it is in it: what it can do, what it waits for, and when it was heard last. Nothing of it
 * is written but what a generation keeps of it ({@link StoredGroup}).
 *
 * <pre>
 *            the generation begins,        it asks for its          the leader has brought
 *   let in   and it is told so             share (SyncGroup)        all shares: it gets its own
 *   ----> JOINING ------------------> OWES SYNC -----------> SYNCING -----------> SETTLED
 *            ^                            |                     |                    |
 *            |  it joins again            |  the group rebalances; who syncs is told |
 *            +-------- AWAITED <----------+---------------------+--------------------+
 * </pre>
 *
 * <p>Whoever owes its sync to a stable group gets its share at once. A static member that is still awaited when the
 * generation begins owes its sync without being told; all others are out then. Out is also who leaves, who is silent
 * for its session time-out, and who owes its sync for the rebalance time-out. A member of a group that was loaded is
 * settled.
 *
 * <p>Changed by {@link Members} and {@link Sessions}. Confined to the shard's thread.
 */
final class Member {

    private final MemberRef ref;
    private final ClientRef client;
    private MemberTimeouts timeouts;
    private List<MemberProtocol> protocols;
    private byte[] assignment = SyncAnswer.NO_ASSIGNMENT;
    private boolean isNewcomer;
    private boolean owesSync;
    private @Nullable Reply<JoinAnswer> joining;
    private @Nullable Reply<SyncAnswer> syncing;
    private final Session session = new Session();

    Member(MemberRef ref, ClientRef client, MemberTimeouts timeouts, List<MemberProtocol> protocols) {
        this.ref = ref;
        this.client = client;
        this.timeouts = timeouts;
        this.protocols = protocols;
    }

    MemberRef ref() {
        return ref;
    }

    String id() {
        return ref.memberId();
    }

    boolean isStatic() {
        return ref.instanceId() != null;
    }

    ClientRef client() {
        return client;
    }

    MemberTimeouts timeouts() {
        return timeouts;
    }

    List<MemberProtocol> protocols() {
        return protocols;
    }

    /** What it says now that it joins again. */
    void offers(MemberTimeouts newTimeouts, List<MemberProtocol> newProtocols) {
        timeouts = newTimeouts;
        protocols = newProtocols;
    }

    /** Whether it offers the same as before, in the same order. */
    boolean hasOffered(List<MemberProtocol> offered) {
        return MemberProtocol.areSame(protocols, offered);
    }

    /** Its metadata of a protocol; empty if it does not know that one. */
    byte[] metadata(@Nullable String protocol) {
        for (MemberProtocol offered : protocols) {
            if (offered.name().equals(protocol)) {
                return offered.metadata();
            }
        }
        return SyncAnswer.NO_ASSIGNMENT;
    }

    byte[] assignment() {
        return assignment;
    }

    void assigned(byte[] share) {
        assignment = share;
    }

    /** It joined for the first time and was not answered: it knows no id under which it could give a sign of life. */
    boolean isNewcomer() {
        return isNewcomer;
    }

    void newcomer(boolean isOne) {
        isNewcomer = isOne;
    }

    /** It was told its generation and has not asked for its share. */
    boolean owesSync() {
        return owesSync;
    }

    void owesSync(boolean owes) {
        owesSync = owes;
    }

    /** Who waits for the end of its JoinGroup. */
    @Nullable
    Reply<JoinAnswer> joining() {
        return joining;
    }

    void joining(@Nullable Reply<JoinAnswer> reply) {
        joining = reply;
    }

    /** Who waits for the end of its SyncGroup. */
    @Nullable
    Reply<SyncAnswer> syncing() {
        return syncing;
    }

    void syncing(@Nullable Reply<SyncAnswer> reply) {
        syncing = reply;
    }

    Session session() {
        return session;
    }
}
