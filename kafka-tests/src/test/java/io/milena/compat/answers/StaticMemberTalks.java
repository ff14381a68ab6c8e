package io.milena.compat.answers;

import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.LeaveGroupRequest;
import io.milena.protocol.messages.LeaveGroupRequest.MemberIdentity;
import java.util.List;

/** Conversations of members that have a name of their user's (KIP-345, KIP-814). Stateless. */
final class StaticMemberTalks {

    private StaticMemberTalks() {}

    static List<Talk> all() {
        return List.of(
                new Talk("a static member comes back", StaticMemberTalks::back),
                new Talk("a static leader of old comes back", StaticMemberTalks::backOfOld),
                new Talk("a static member comes back with other protocols", StaticMemberTalks::backChanged),
                new Talk("two of the same name", StaticMemberTalks::twins),
                new Talk("a static member that is fenced", StaticMemberTalks::fenced),
                new Talk("static members leave by name", StaticMemberTalks::leaving),
                new Talk("names nobody has", StaticMemberTalks::unknown));
    }

    private static void back(Stage stage) {
        Actor a = stage.actor("a").called("first").joins();
        a.syncs(a.share("all"));
        Actor again = stage.actor("a again").called("first").joins();
        again.beats().syncs();
        MemberTalks.describe(stage);
    }

    private static void backOfOld(Stage stage) {
        Actor a = stage.actor("a").called("first").joins(5, request -> request);
        a.syncs(a.share("all"));
        Actor again = stage.actor("a again").called("first").joins(8, request -> request);
        again.beats().syncs();
    }

    private static void backChanged(Stage stage) {
        Actor a = stage.actor("a").called("first").joins();
        a.syncs(a.share("all"));
        Actor again = stage.actor("a again")
                .called("first")
                .knowing("sticky", "range")
                .joins();
        again.beats().syncs(again.share("all")).beats();
        a.beats();
    }

    private static void twins(Stage stage) {
        Actor a = stage.actor("a").called("same").joins();
        Actor b = stage.actor("b").called("same").joins();
        a.syncs(a.share("all"));
        b.syncs(b.share("all"));
        a.beats();
        b.beats();
        a.joins();
        a.leaves();
        b.leaves();
    }

    private static void fenced(Stage stage) {
        Actor a = stage.actor("a").called("first").joins();
        a.syncs(a.share("all"));
        Actor b = stage.actor("b").called("first").posingAs("an-older-one", a.generation());
        b.beats().syncs().commits(World.PLAIN, 0, 1).leaves().joins();
        a.beats();
    }

    private static void leaving(Stage stage) {
        Actor a = stage.actor("a").called("first").joins();
        a.syncs(a.share("all"));
        Actor admin = stage.actor("admin");
        admin.says(
                ApiKey.LEAVE_GROUP,
                Actor.LEAVE,
                leave(
                        stage,
                        new MemberIdentity().memberId("an-older-one").groupInstanceId("first"),
                        new MemberIdentity().groupInstanceId("nobody")));
        admin.says(ApiKey.LEAVE_GROUP, Actor.LEAVE, leave(stage, new MemberIdentity().groupInstanceId("first")));
        a.beats();
        MemberTalks.describe(stage);
    }

    private static LeaveGroupRequest leave(Stage stage, MemberIdentity... members) {
        return new LeaveGroupRequest().groupId(stage.group()).members(List.of(members));
    }

    private static void unknown(Stage stage) {
        Actor a = stage.actor("a").joinsAsNewcomer();
        a.syncs(a.share("all"));
        a.called("nobody").beats().syncs().commits(World.PLAIN, 0, 1).leaves();
        Actor b = stage.actor("b").called("late").posingAs("made-up", -1).joins();
        b.posingAs("", -1).joins(4, request -> request.groupInstanceId(null));
    }
}
