package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.group.JoinAnswer.JoinedMember;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A client in a random history. It takes each answer as a client does, and checks that nobody is told of two
 * generations at once, and that a share is its own, of its own generation.
 */
final class HistoryClient {

    private static final Set<ErrorCode> MEMBERSHIP_LOST =
            Set.of(ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_INSTANCE_ID, ErrorCode.GROUP_MAX_SIZE_REACHED);

    private final String groupId;
    private final @Nullable String instanceId;
    private final JoinManner manner;
    private String memberId = "";
    private int generation = GenerationRef.NONE;
    private int lowestNext = 1;
    private List<JoinedMember> led = List.of();
    private @Nullable Asked<JoinAnswer> joining;
    private @Nullable Asked<SyncAnswer> syncing;

    HistoryClient(String groupId, @Nullable String instanceId, JoinManner manner) {
        this.groupId = groupId;
        this.instanceId = instanceId;
        this.manner = manner;
    }

    String groupId() {
        return groupId;
    }

    GenerationRef from() {
        return GenerationRef.of(generation, memberId, instanceId);
    }

    MemberRef ref() {
        return new MemberRef(memberId, instanceId);
    }

    boolean isWaiting() {
        return joining != null && !joining.isAnswered() || syncing != null && !syncing.isAnswered();
    }

    /** It starts anew and knows nothing; who waited in its name waits in vain. */
    void crash() {
        memberId = "";
        generation = GenerationRef.NONE;
        lowestNext = 1;
        led = List.of();
        joining = null;
        syncing = null;
    }

    /** Generations that did not come to shares are not written, and are counted anew. */
    void shardLoaded() {
        lowestNext = 1;
    }

    JoinAsk joinAsk(List<MemberProtocol> protocols) {
        return new JoinAsk(groupId, ref(), GroupAsks.CLIENT, GroupAsks.TIMEOUTS, "consumer", protocols, manner);
    }

    void joins(Asked<JoinAnswer> asked) {
        joining = asked;
        syncing = null;
    }

    /** The leader gives each member a share that names it and the generation. */
    SyncAsk syncAsk() {
        Map<String, byte[]> shares = new LinkedHashMap<>();
        led.forEach(member ->
                shares.put(member.member().memberId(), share(member.member().memberId())));
        return new SyncAsk(groupId, from(), "consumer", null, shares);
    }

    private byte[] share(String of) {
        return GroupAsks.bytes(generation + " " + of);
    }

    void syncs(Asked<SyncAnswer> asked) {
        syncing = asked;
    }

    /** Takes the answers that have come. */
    void hear() {
        if (joining != null && joining.isAnswered()) {
            JoinAnswer answer = joining.answer();
            joining = null;
            joined(answer);
        }
        if (syncing != null && syncing.isAnswered()) {
            SyncAnswer answer = syncing.answer();
            syncing = null;
            synced(answer);
        }
    }

    private void joined(JoinAnswer answer) {
        if (answer.error() == ErrorCode.NONE) {
            assertThat(answer.generation())
                    .as("generation of " + memberId + " in " + groupId)
                    .isGreaterThanOrEqualTo(answer.memberId().equals(memberId) ? lowestNext : 1);
            memberId = answer.memberId();
            generation = answer.generation();
            lowestNext = generation;
            led = answer.members();
        } else if (answer.error() == ErrorCode.MEMBER_ID_REQUIRED) {
            memberId = answer.memberId();
        } else {
            failed(answer.error());
        }
    }

    private void synced(SyncAnswer answer) {
        if (answer.error() == ErrorCode.NONE) {
            String share = new String(answer.assignment(), StandardCharsets.UTF_8);
            assertThat(share.isEmpty() || isOwn(share))
                    .as("share '" + share + "' of " + memberId)
                    .isTrue();
        } else {
            failed(answer.error());
        }
    }

    /** A static member that came back has the share of who it was before. */
    private boolean isOwn(String share) {
        boolean isOfOldSelf = instanceId != null && share.startsWith(generation + " " + instanceId + "-");
        return isOfOldSelf || share.equals(generation + " " + memberId);
    }

    void failed(ErrorCode error) {
        if (MEMBERSHIP_LOST.contains(error)) {
            crash();
        }
    }
}
