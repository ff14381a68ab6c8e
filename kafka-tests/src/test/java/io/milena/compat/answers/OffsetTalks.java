package io.milena.compat.answers;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.DeleteGroupsRequest;
import io.milena.protocol.messages.DescribeGroupsRequest;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.OffsetCommitRequest;
import io.milena.protocol.messages.OffsetDeleteRequest;
import io.milena.protocol.messages.OffsetDeleteRequest.OffsetDeleteRequestPartition;
import io.milena.protocol.messages.OffsetDeleteRequest.OffsetDeleteRequestTopic;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchRequest.OffsetFetchRequestGroup;
import io.milena.protocol.messages.OffsetFetchRequest.OffsetFetchRequestTopic;
import java.util.List;

/** Conversations about how far a group is, and about the group as a whole. Stateless. */
final class OffsetTalks {

    private static final String UNKNOWN = "nowhere";

    private OffsetTalks() {}

    static List<Talk> all() {
        return List.of(
                new Talk("offsets without members", OffsetTalks::simple),
                new Talk("offsets of members", OffsetTalks::ofMembers),
                new Talk("offsets while the group rebalances", OffsetTalks::rebalancing),
                new Talk("offsets in all versions", OffsetTalks::versions),
                new Talk("offsets that cannot be", OffsetTalks::strange),
                new Talk("offsets asked in all ways", OffsetTalks::asked),
                new Talk("offsets of a group nobody knows", OffsetTalks::unknown),
                new Talk("offsets are deleted", OffsetTalks::deleted),
                new Talk("offsets of a subscribed topic", OffsetTalks::subscribed),
                new Talk("groups are deleted", OffsetTalks::groupsDeleted),
                new Talk("groups are described", OffsetTalks::described),
                new Talk("coordinators are looked for", OffsetTalks::coordinators));
    }

    private static void simple(Stage stage) {
        Actor a = stage.actor("a").commits(World.PLAIN, 0, 3).commits(World.THREE, 2, 7);
        a.asksForOffsets();
        MemberTalks.describe(stage);
        a.posingAs("somebody", -1).commits(World.PLAIN, 0, 4);
        a.posingAs("somebody", 5).commits(World.PLAIN, 0, 5);
        a.posingAs("", 0).commits(World.PLAIN, 0, 6);
        a.posingAs("", -1).asksForOffsets();
        a.joinsAsNewcomer();
    }

    private static void ofMembers(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        a.syncs(a.share("all")).commits(World.PLAIN, 0, 3);
        Actor b = stage.actor("b").commits(World.PLAIN, 0, 4);
        b.posingAs("somebody", a.generation()).commits(World.PLAIN, 0, 4);
        b.posingAs(a.memberId(), a.generation() - 1).commits(World.PLAIN, 0, 4);
        b.posingAs(a.memberId(), a.generation() + 1).commits(World.PLAIN, 0, 4);
        b.posingAs(a.memberId(), -1).commits(World.PLAIN, 0, 4);
        a.asksForOffsets().leaves().commits(World.PLAIN, 0, 5);
        b.posingAs("", -1).commits(World.PLAIN, 0, 6).asksForOffsets();
    }

    private static void rebalancing(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer().commits(World.PLAIN, 0, 1);
        a.syncs(a.share("all")).commits(World.PLAIN, 0, 2);
        Actor b = stage.actor("b").joins().beginsToJoin();
        a.commits(World.PLAIN, 0, 3).joins();
        b.hasJoined();
        a.commits(World.PLAIN, 0, 4).asksForOffsets();
    }

    private static void versions(Stage stage) {
        Actor a = stage.actor("a");
        for (int version = 0; version <= Actor.COMMIT; version++) {
            OffsetCommitRequest request = a.committing(World.PLAIN, 0, version);
            if (version != 1) {
                request.topics().get(0).partitions().get(0).commitTimestamp(-1);
            }
            a.says(ApiKey.OFFSET_COMMIT, version, request);
        }
        for (int version = 0; version < 8; version++) {
            a.says(ApiKey.OFFSET_FETCH, version, asking(stage, World.PLAIN, 0));
        }
    }

    private static OffsetFetchRequest asking(Stage stage, String topic, Integer... partitions) {
        return new OffsetFetchRequest()
                .groupId(stage.group())
                .topics(List.of(new OffsetFetchRequestTopic().name(topic).partitionIndexes(List.of(partitions))));
    }

    private static void strange(Stage stage) {
        Actor a = stage.actor("a");
        a.commits(World.PLAIN, 0, -1).commits(World.PLAIN, 0, -5).commits(World.PLAIN, 0, Long.MAX_VALUE);
        a.asksForOffsets();
        a.commits(UNKNOWN, 0, 1).commits(World.PLAIN, 9, 1).commits(World.PLAIN, -1, 1);
        OffsetCommitRequest wordy = a.committing(World.PLAIN, 0, 2);
        wordy.topics().get(0).partitions().get(0).committedMetadata("x".repeat(5_000));
        a.says(ApiKey.OFFSET_COMMIT, Actor.COMMIT, wordy);
        OffsetCommitRequest mute = a.committing(World.PLAIN, 0, 3);
        mute.topics().get(0).partitions().get(0).committedMetadata(null);
        a.says(ApiKey.OFFSET_COMMIT, Actor.COMMIT, mute);
        a.says(
                ApiKey.OFFSET_COMMIT,
                Actor.COMMIT,
                a.committing(World.PLAIN, 0, 4).topics(List.of()));
        a.says(
                ApiKey.OFFSET_COMMIT,
                Actor.COMMIT,
                a.committing(World.PLAIN, 0, 4).groupId(""));
        a.asksForOffsets();
    }

    private static void asked(Stage stage) {
        Actor a = stage.actor("a").commits(World.PLAIN, 0, 3);
        for (int version : new int[] {2, 5, 7}) {
            a.says(
                    ApiKey.OFFSET_FETCH,
                    version,
                    new OffsetFetchRequest().groupId(stage.group()).topics(null));
            a.says(
                    ApiKey.OFFSET_FETCH,
                    version,
                    new OffsetFetchRequest().groupId(stage.group()).topics(List.of()));
        }
        a.says(ApiKey.OFFSET_FETCH, 7, asking(stage, World.THREE, 0, 1, 0));
        a.says(ApiKey.OFFSET_FETCH, 7, asking(stage, UNKNOWN, 0));
        a.says(ApiKey.OFFSET_FETCH, 7, asking(stage, World.PLAIN, 0).requireStable(true));
        var groups = List.of(
                new OffsetFetchRequestGroup().groupId(stage.group()).topics(null),
                new OffsetFetchRequestGroup().groupId(stage.group()).topics(List.of()),
                new OffsetFetchRequestGroup().groupId("nobody's").topics(null));
        a.says(ApiKey.OFFSET_FETCH, 8, new OffsetFetchRequest().groups(groups));
        a.says(ApiKey.OFFSET_FETCH, 9, new OffsetFetchRequest().groups(groups));
        a.says(ApiKey.OFFSET_FETCH, 7, new OffsetFetchRequest().groupId("").topics(null));
    }

    private static void unknown(Stage stage) {
        Actor a = stage.actor("a").asksForOffsets();
        for (int version = 0; version < 8; version++) {
            a.says(ApiKey.OFFSET_FETCH, version, asking(stage, World.PLAIN, 0));
        }
        a.says(ApiKey.OFFSET_DELETE, 0, deleting(stage, World.PLAIN, 0));
        MemberTalks.describe(stage);
    }

    private static OffsetDeleteRequest deleting(Stage stage, String topic, int partition) {
        return new OffsetDeleteRequest()
                .groupId(stage.group())
                .topics(List.of(new OffsetDeleteRequestTopic()
                        .name(topic)
                        .partitions(List.of(new OffsetDeleteRequestPartition().partitionIndex(partition)))));
    }

    private static void deleted(Stage stage) {
        Actor a = stage.actor("a").commits(World.PLAIN, 0, 3).commits(World.THREE, 1, 5);
        a.says(ApiKey.OFFSET_DELETE, 0, deleting(stage, World.THREE, 0));
        a.says(ApiKey.OFFSET_DELETE, 0, deleting(stage, UNKNOWN, 0));
        a.says(ApiKey.OFFSET_DELETE, 0, deleting(stage, World.THREE, 1));
        a.asksForOffsets();
        a.says(ApiKey.OFFSET_DELETE, 0, deleting(stage, World.PLAIN, 0));
        a.asksForOffsets();
        MemberTalks.describe(stage);
        a.says(ApiKey.OFFSET_DELETE, 0, deleting(stage, World.PLAIN, 0).groupId(""));
    }

    private static void subscribed(Stage stage) {
        Actor a = stage.actor("a").joins();
        a.joins(Actor.JOIN, request -> MemberTalks.consumerSubscription(request, Actor.subscription(World.PLAIN, "")));
        a.syncs(a.share("all")).commits(World.PLAIN, 0, 3).commits(World.THREE, 0, 3);
        Actor admin = stage.actor("admin");
        admin.says(ApiKey.OFFSET_DELETE, 0, deleting(stage, World.PLAIN, 0));
        admin.says(ApiKey.OFFSET_DELETE, 0, deleting(stage, World.THREE, 0));
        a.asksForOffsets().leaves();
        admin.says(ApiKey.OFFSET_DELETE, 0, deleting(stage, World.PLAIN, 0));
        a.asksForOffsets();
    }

    private static void groupsDeleted(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        a.syncs(a.share("all")).commits(World.PLAIN, 0, 3);
        Actor admin = stage.actor("admin");
        admin.says(
                ApiKey.DELETE_GROUPS,
                2,
                new DeleteGroupsRequest().groupsNames(List.of(stage.group(), "nobody's", stage.group())));
        a.leaves();
        admin.says(ApiKey.DELETE_GROUPS, 0, new DeleteGroupsRequest().groupsNames(List.of(stage.group())));
        admin.says(ApiKey.DELETE_GROUPS, 2, new DeleteGroupsRequest().groupsNames(List.of("")));
        admin.says(ApiKey.DELETE_GROUPS, 2, new DeleteGroupsRequest().groupsNames(List.of()));
        a.asksForOffsets();
        MemberTalks.describe(stage);
    }

    private static void described(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        a.syncs(a.share("all"));
        var groups = List.of(stage.group(), "nobody's", "");
        for (int version : new int[] {0, 3, 5}) {
            var request = new DescribeGroupsRequest().groups(groups).includeAuthorizedOperations(version > 0);
            a.says(ApiKey.DESCRIBE_GROUPS, version, request);
        }
        a.says(ApiKey.DESCRIBE_GROUPS, 5, new DescribeGroupsRequest().groups(List.of()));
    }

    private static void coordinators(Stage stage) {
        Actor a = stage.actor("a");
        for (int version = 0; version < 4; version++) {
            a.says(
                    ApiKey.FIND_COORDINATOR,
                    version,
                    new FindCoordinatorRequest().key(stage.group()).keyType((byte) 0));
        }
        a.says(
                ApiKey.FIND_COORDINATOR,
                4,
                new FindCoordinatorRequest().coordinatorKeys(List.of(stage.group(), "other", "")));
        a.says(
                ApiKey.FIND_COORDINATOR,
                6,
                new FindCoordinatorRequest()
                        .coordinatorKeys(List.of(stage.group()))
                        .keyType((byte) 9));
    }
}
