package io.milena.compat.answers;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DescribeGroupsRequest;
import io.milena.protocol.messages.HeartbeatRequest;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.LeaveGroupRequest.MemberIdentity;
import io.milena.protocol.messages.SyncGroupRequest;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** Conversations of members with their coordinator: joining, syncing, living, leaving. Stateless. */
final class MemberTalks {

    private static final String NOBODY = "nobody-there";

    private MemberTalks() {}

    static List<Talk> all() {
        return List.of(
                new Talk("a member alone", MemberTalks::alone),
                new Talk("a member of old", MemberTalks::ofOld),
                new Talk("two members", MemberTalks::two),
                new Talk("the leader syncs last", MemberTalks::leaderLast),
                new Talk("a member joins again as it was", MemberTalks::again),
                new Talk("members nobody knows", MemberTalks::unknown),
                new Talk("requests without a group", MemberTalks::withoutGroup),
                new Talk("time-outs out of range", MemberTalks::timeouts),
                new Talk("protocols that do not match", MemberTalks::protocols),
                new Talk("a protocol all know", MemberTalks::agreement),
                new Talk("a sync that contradicts", MemberTalks::contradiction),
                new Talk("a member that does not come back", MemberTalks::lost),
                new Talk("a member that falls silent", MemberTalks::silent),
                new Talk("a newcomer that never comes", MemberTalks::pending),
                new Talk("a group that is full", MemberTalks::full),
                new Talk("members leave", MemberTalks::leaving));
    }

    private static void alone(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        a.beats().syncs(a.share("all")).beats().syncs();
        describe(stage);
        a.leaves().beats().syncs();
        describe(stage);
    }

    private static void ofOld(Stage stage) {
        Actor a = stage.actor("a").joins(0, request -> request.rebalanceTimeoutMs(-1));
        a.says(
                ApiKey.SYNC_GROUP,
                0,
                a.syncing(a.share("all")).protocolType(null).protocolName(null));
        a.says(ApiKey.HEARTBEAT, 0, heartbeat(stage, a.memberId(), a.generation()));
        a.joins(3, request -> request);
        a.says(
                ApiKey.LEAVE_GROUP,
                0,
                new LeaveGroupRequest().groupId(stage.group()).memberId(a.memberId()));
        a.says(
                ApiKey.LEAVE_GROUP,
                2,
                new LeaveGroupRequest().groupId(stage.group()).memberId(a.memberId()));
    }

    private static HeartbeatRequest heartbeat(Stage stage, String member, int generation) {
        return new HeartbeatRequest().groupId(stage.group()).memberId(member).generationId(generation);
    }

    private static void two(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        a.syncs(a.share("all"));
        Actor b = stage.actor("b").joins().beginsToJoin();
        awaitTold(a, ErrorCode.REBALANCE_IN_PROGRESS);
        a.beats().syncs();
        describe(stage);
        a.joins();
        b.hasJoined();
        describe(stage);
        b.beginsToSync();
        a.syncs(a.share("the one half"), b.share("the other half"));
        b.hasSynced().beats();
        describe(stage);
        b.leaves();
        a.beats().joins().syncs(a.share("all")).beats();
    }

    private static void awaitTold(Actor actor, ErrorCode error) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(20))
                .until(() -> actor.isTold(error.code()));
    }

    private static void leaderLast(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        Actor b = stage.actor("b").joins().beginsToJoin();
        awaitTold(a, ErrorCode.REBALANCE_IN_PROGRESS);
        a.joins();
        b.hasJoined();
        b.beats().beginsToSync(b.share("stolen"), a.share("stolen"));
        a.syncs(a.share("half"));
        b.hasSynced().syncs();
    }

    private static void again(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        Actor b = stage.actor("b").joins().beginsToJoin();
        awaitTold(a, ErrorCode.REBALANCE_IN_PROGRESS);
        a.joins();
        b.hasJoined();
        b.joins();
        a.joins();
        b.beginsToSync();
        a.syncs(a.share("half"), b.share("half"));
        b.hasSynced();
        b.joins().syncs().beats();
        b.knowing("roundrobin", "range").beginsToJoin();
        awaitTold(a, ErrorCode.REBALANCE_IN_PROGRESS);
        a.joins();
        b.hasJoined();
    }

    private static void unknown(Stage stage) {
        Actor a = stage.actor("a");
        a.says(ApiKey.HEARTBEAT, Actor.HEARTBEAT, heartbeat(stage, NOBODY, 1));
        a.posingAs(NOBODY, 1).syncs().leaves().joins();
        describe(stage);
        a.posingAs("", -1).joinsAsNewcomer().syncs(a.share("all"));
        Actor b = stage.actor("b").posingAs(NOBODY, a.generation());
        b.beats().syncs().leaves().joins();
        b.posingAs(a.memberId(), a.generation() + 1).beats().syncs();
        b.posingAs(a.memberId(), a.generation() - 1).beats().syncs();
        b.posingAs("", a.generation()).beats().syncs().leaves();
        b.posingAs(a.memberId(), -1).beats();
    }

    private static void withoutGroup(Stage stage) {
        Actor a = stage.actor("a");
        a.joins(Actor.JOIN, request -> request.groupId(""));
        a.joins(0, request -> request.groupId(""));
        a.says(ApiKey.SYNC_GROUP, Actor.SYNC, a.syncing().groupId(""));
        a.says(
                ApiKey.HEARTBEAT,
                Actor.HEARTBEAT,
                new HeartbeatRequest().groupId("").memberId(NOBODY));
        a.says(
                ApiKey.LEAVE_GROUP,
                Actor.LEAVE,
                new LeaveGroupRequest().groupId("").members(List.of(new MemberIdentity().memberId(NOBODY))));
        a.says(ApiKey.LEAVE_GROUP, 1, new LeaveGroupRequest().groupId("").memberId(NOBODY));
    }

    private static void timeouts(Stage stage) {
        Actor a = stage.actor("a");
        a.joins(Actor.JOIN, request -> request.sessionTimeoutMs(1));
        a.joins(Actor.JOIN, request -> request.sessionTimeoutMs(Integer.MAX_VALUE));
        a.joins(0, request -> request.sessionTimeoutMs(-1));
        a.joins(Actor.JOIN, request -> request.rebalanceTimeoutMs(-5));
    }

    private static void protocols(Stage stage) {
        Actor a = stage.actor("a");
        a.joins(Actor.JOIN, request -> request.protocols(List.of()));
        a.joins(Actor.JOIN, request -> request.protocolType(""));
        a.joins(0, request -> request.protocols(List.of()));
        a.posingAs("", -1).joinsAsNewcomer().syncs(a.share("all"));
        Actor b = stage.actor("b");
        b.knowing("sticky").joins();
        b.posingAs("", -1).knowing("range").joins(Actor.JOIN, request -> request.protocolType("connect"));
        b.posingAs("", -1).joins(Actor.JOIN, request -> request.protocols(List.of()));
        a.knowing("sticky").joins().syncs(a.share("all"));
        a.joins(Actor.JOIN, request -> request.protocolType("connect"));
    }

    private static void agreement(Stage stage) {
        Actor a = stage.actor("a").knowing("sticky", "range").joinsAsNewcomer();
        Actor b = stage.actor("b").knowing("roundrobin", "range").joins().beginsToJoin();
        awaitTold(a, ErrorCode.REBALANCE_IN_PROGRESS);
        a.joins();
        b.hasJoined();
        describe(stage);
    }

    private static void contradiction(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        SyncGroupRequest other = a.syncing(a.share("all")).protocolName("sticky");
        a.says(ApiKey.SYNC_GROUP, Actor.SYNC, other);
        a.says(ApiKey.SYNC_GROUP, Actor.SYNC, a.syncing().protocolType("connect"));
        a.says(ApiKey.SYNC_GROUP, Actor.SYNC, a.syncing().protocolType(null));
        a.says(ApiKey.SYNC_GROUP, Actor.SYNC, a.syncing().protocolName(null));
        a.says(ApiKey.SYNC_GROUP, 4, a.syncing().protocolName(null).protocolType(null));
    }

    private static void lost(Stage stage) {
        Actor a = stage.actor("a").joins().joins(Actor.JOIN, request -> request.rebalanceTimeoutMs(200));
        a.syncs(a.share("all"));
        Actor b = stage.actor("b").joins();
        b.joins(Actor.JOIN, request -> request.rebalanceTimeoutMs(200));
        a.beats().syncs();
        b.syncs(b.share("all"));
        describe(stage);
    }

    private static void silent(Stage stage) {
        Actor a = stage.actor("a").joins().joins(Actor.JOIN, request -> request.sessionTimeoutMs(1_000));
        a.syncs(a.share("all"));
        Actor b = stage.actor("b").joinsAsNewcomer();
        a.beats();
        b.syncs(b.share("all"));
        describe(stage);
    }

    private static void pending(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        a.syncs(a.share("all"));
        Actor b = stage.actor("b").joins();
        b.beats().syncs();
        describe(stage);
        b.leaves().joins();
    }

    private static void full(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        a.syncs(a.share("all"));
        Actor b = stage.actor("b").joins().beginsToJoin();
        awaitTold(a, ErrorCode.REBALANCE_IN_PROGRESS);
        Actor c = stage.actor("c").joins().beginsToJoin();
        a.joins();
        b.hasJoined();
        c.hasJoined();
        stage.actor("d").joins().joins(0, request -> request);
    }

    private static void leaving(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        a.syncs(a.share("all"));
        Actor admin = stage.actor("admin");
        admin.says(ApiKey.LEAVE_GROUP, Actor.LEAVE, leave(stage, new MemberIdentity().memberId(NOBODY)));
        admin.says(ApiKey.LEAVE_GROUP, Actor.LEAVE, leave(stage, new MemberIdentity().groupInstanceId("no-name")));
        admin.says(ApiKey.LEAVE_GROUP, Actor.LEAVE, leave(stage));
        admin.says(
                ApiKey.LEAVE_GROUP,
                Actor.LEAVE,
                leave(
                        stage,
                        new MemberIdentity().memberId(a.memberId()),
                        new MemberIdentity().memberId(a.memberId()),
                        new MemberIdentity().memberId(NOBODY)));
        describe(stage);
        admin.says(ApiKey.LEAVE_GROUP, Actor.LEAVE, leave(stage, new MemberIdentity().memberId(a.memberId())));
    }

    private static LeaveGroupRequest leave(Stage stage, MemberIdentity... members) {
        return new LeaveGroupRequest().groupId(stage.group()).members(List.of(members));
    }

    static void describe(Stage stage) {
        stage.actor("admin")
                .says(ApiKey.DESCRIBE_GROUPS, 5, new DescribeGroupsRequest().groups(List.of(stage.group())));
    }

    /** For talks of other kinds. */
    static JoinGroupRequest consumerSubscription(JoinGroupRequest request, byte[] subscription) {
        request.protocols().forEach(protocol -> protocol.metadata(subscription));
        return request;
    }
}
