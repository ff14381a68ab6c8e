package io.milena.bench;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.JoinGroupRequest.JoinGroupRequestProtocol;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.LeaveGroupRequest.MemberIdentity;
import io.milena.protocol.messages.LeaveGroupResponse;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetCommitRequest.OffsetCommitRequestPartition;
import io.milena.protocol.messages.OffsetCommitRequest.OffsetCommitRequestTopic;
import io.milena.protocol.messages.OffsetCommitResponse;
import io.milena.protocol.messages.SyncGroupRequest;
import io.milena.protocol.messages.SyncGroupRequest.SyncGroupRequestAssignment;
import io.milena.protocol.messages.SyncGroupResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Members of groups on the bare wire, each on a connection of its own: they join all at once, commit as fast as they
 * are answered, and leave. Confined to one thread.
 */
final class GroupCrowd implements AutoCloseable {

    private static final int JOIN = 5;
    private static final int SYNC = 3;
    private static final int LEAVE = 3;
    private static final int COMMIT = 8;
    private static final int SESSION_MS = 300_000;
    private static final int SUBSCRIPTION_BYTES = 60;
    private static final int SHARE_BYTES = 40;
    private static final int PARTITIONS_EACH = 4;
    private static final int FIRST_GENERATION = 1;

    private final WireCrowd crowd;
    private final int groupSize;
    private final String prefix;
    private final Member[] members;

    /** How each asks for its share of the first generation; made beforehand, so that no broker waits for it. */
    private final byte[][] prepared;

    private GroupCrowd(WireCrowd crowd, int groupSize, String prefix) {
        this.crowd = crowd;
        this.groupSize = groupSize;
        this.prefix = prefix;
        members = new Member[crowd.size()];
        prepared = new byte[crowd.size()][];
    }

    /** So many groups of {@code groupSize} members, whose names begin with {@code prefix}. */
    static GroupCrowd connect(Contender broker, int groups, int groupSize, String prefix) throws IOException {
        return new GroupCrowd(WireCrowd.connect(broker, groups * groupSize), groupSize, prefix);
    }

    /** Partitions that a topic must have for the commits of groups of this size. */
    static int partitionsFor(int groupSize) {
        return groupSize * PARTITIONS_EACH;
    }

    private String groupOf(int who) {
        return prefix + who / groupSize;
    }

    /**
     * All join, and get their shares. The first joins alone, with the id that it is given, so that it is known when
     * the initial delay of its group begins.
     */
    Settling settle() throws IOException {
        joinAlone(0);
        long delayed = System.nanoTime();
        for (int who = 1; who < members.length; who++) {
            crowd.send(who, join(who, ""));
        }
        long firstIn = 0;
        int settled = 0;
        while (settled < members.length) {
            WireCrowd.Answer answer = crowd.next();
            if (members[answer.who()] == null) {
                joined(answer);
                firstIn = firstIn == 0 && members[answer.who()] != null ? System.nanoTime() : firstIn;
            } else {
                expectNoError(answer.as(SyncGroupResponse.class, ApiKey.SYNC_GROUP, SYNC));
                settled++;
            }
        }
        return new Settling(firstIn - delayed, System.nanoTime() - delayed);
    }

    /** Lets one that nobody else waits with join: it is told its id, and waits with it. */
    private void joinAlone(int who) throws IOException {
        crowd.send(who, join(who, ""));
        joined(crowd.next());
    }

    /** Either it is told its id, and joins again, or the group has its members, and it asks for its share. */
    private void joined(WireCrowd.Answer answer) throws IOException {
        var joined = answer.as(JoinGroupResponse.class, ApiKey.JOIN_GROUP, JOIN);
        if (joined.errorCode() == ErrorCode.MEMBER_ID_REQUIRED.code()) {
            crowd.send(answer.who(), join(answer.who(), joined.memberId()));
            prepared[answer.who()] = sync(answer.who(), joined.memberId(), FIRST_GENERATION, List.of());
            return;
        }
        expectNoError(joined);
        members[answer.who()] = new Member(joined.memberId(), joined.generationId());
        boolean isPrepared =
                joined.generationId() == FIRST_GENERATION && joined.members().isEmpty();
        crowd.send(answer.who(), isPrepared ? prepared[answer.who()] : sync(answer.who(), joined));
    }

    private static void expectNoError(ApiMessage answer) {
        answer.errors(code -> {
            if (code != ErrorCode.NONE.code()) {
                throw new IllegalStateException(answer.toString());
            }
        });
    }

    private byte[] join(int who, String memberId) {
        var protocol = new JoinGroupRequestProtocol().name("range").metadata(new byte[SUBSCRIPTION_BYTES]);
        var request = new JoinGroupRequest()
                .groupId(groupOf(who))
                .sessionTimeoutMs(SESSION_MS)
                .rebalanceTimeoutMs(SESSION_MS)
                .memberId(memberId)
                .protocolType("consumer")
                .protocols(List.of(protocol));
        return WireCrowd.frame(ApiKey.JOIN_GROUP, JOIN, request);
    }

    /** The leader, who alone is told of all members, gives each its share. */
    private byte[] sync(int who, JoinGroupResponse joined) {
        List<SyncGroupRequestAssignment> shares = joined.members().stream()
                .map(member -> new SyncGroupRequestAssignment()
                        .memberId(member.memberId())
                        .assignment(new byte[SHARE_BYTES]))
                .toList();
        return sync(who, joined.memberId(), joined.generationId(), shares);
    }

    private byte[] sync(int who, String memberId, int generation, List<SyncGroupRequestAssignment> shares) {
        var request = new SyncGroupRequest()
                .groupId(groupOf(who))
                .generationId(generation)
                .memberId(memberId)
                .assignments(shares);
        return WireCrowd.frame(ApiKey.SYNC_GROUP, SYNC, request);
    }

    /** All commit in turn, each when it has been answered, for so long; returns how many commits there were. */
    int commit(String topic, int ms) throws IOException {
        byte[][] commits = new byte[members.length][];
        for (int who = 0; who < members.length; who++) {
            commits[who] = commit(who, topic);
            crowd.send(who, commits[who]);
        }
        int answered = 0;
        int awaited = members.length;
        long end = System.nanoTime() + ms * 1_000_000L;
        while (awaited > 0) {
            WireCrowd.Answer answer = crowd.next();
            expectNoError(answer.as(OffsetCommitResponse.class, ApiKey.OFFSET_COMMIT, COMMIT));
            answered++;
            if (System.nanoTime() < end) {
                crowd.send(answer.who(), commits[answer.who()]);
            } else {
                awaited--;
            }
        }
        return answered;
    }

    private byte[] commit(int who, String topic) {
        int first = who % groupSize * PARTITIONS_EACH;
        List<OffsetCommitRequestPartition> offsets = IntStream.range(first, first + PARTITIONS_EACH)
                .mapToObj(partition -> new OffsetCommitRequestPartition()
                        .partitionIndex(partition)
                        .committedOffset(1_000_000L + partition)
                        .committedMetadata(""))
                .toList();
        var request = new OffsetCommitRequest()
                .groupId(groupOf(who))
                .generationIdOrMemberEpoch(members[who].generation())
                .memberId(members[who].id())
                .topics(List.of(new OffsetCommitRequestTopic().name(topic).partitions(offsets)));
        return WireCrowd.frame(ApiKey.OFFSET_COMMIT, COMMIT, request);
    }

    /** The groups are empty afterwards. */
    void leave() throws IOException {
        for (int first = 0; first < members.length; first += groupSize) {
            List<MemberIdentity> leaving = IntStream.range(first, first + groupSize)
                    .mapToObj(who -> new MemberIdentity().memberId(members[who].id()))
                    .toList();
            var request = new LeaveGroupRequest().groupId(groupOf(first)).members(leaving);
            crowd.send(first, WireCrowd.frame(ApiKey.LEAVE_GROUP, LEAVE, request));
            expectNoError(crowd.next().as(LeaveGroupResponse.class, ApiKey.LEAVE_GROUP, LEAVE));
        }
    }

    @Override
    public void close() throws IOException {
        crowd.close();
    }

    private record Member(String id, int generation) {}

    /**
     * How long it took from when the first member joined with the id that it had been given: with it the group has a
     * member, and its initial delay begins.
     *
     * @param firstInNanos until the first member was let in
     * @param allNanos until the last had its share
     */
    record Settling(long firstInNanos, long allNanos) {

        /**
         * Without the initial delay of the group, which passes as often as members came during the one before. It may
         * have begun before this thread came to look at the clock, so the nearest number of times counts.
         */
        double secondsBeyond(int delayMs) {
            long delayNanos = delayMs * 1_000_000L;
            return (allNanos - Math.round((double) firstInNanos / delayNanos) * delayNanos) / 1e9;
        }
    }
}
