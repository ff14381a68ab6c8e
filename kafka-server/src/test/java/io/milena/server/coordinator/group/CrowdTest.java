package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.in;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many members in one group. */
class CrowdTest {

    private final GroupHome home = new GroupHome();
    private final Band band = new Band(home);

    /** If each join looked at all members, this would take minutes. */
    @Test
    @Timeout(60)
    void twentyThousandMembersJoinWithoutLookingAtEachOther() {
        List<JoinAnswer> joined = band.settled(20_000);

        assertThat(joined).allMatch(member -> member.generation() == 1);
        assertThat(joined.get(0).members()).hasSize(20_000);
        assertThat(band.state()).isEqualTo(GroupState.STABLE);
    }

    /** Each second 500 clients ask for an id and go away. */
    @Test
    void clientsThatComeAndGoLeaveNothingBehindAndDoNotKeepTheOthersFromSettling() {
        JoinAnswer member = band.settled();
        Asked<JoinAnswer> newcomer = band.join("");
        Asked<JoinAnswer> again = band.join(member.memberId());
        for (int second = 0; second < 30; second++) {
            comeAndGo(JoinManner.ID_FIRST);
            home.pass(1_000);
        }

        assertThat(again.answer().error()).isEqualTo(ErrorCode.NONE);
        assertThat(newcomer.answer().generation()).isEqualTo(2);
        assertThat(home.machine().groups().find(GroupAsks.GROUP).invited().size())
                .isLessThanOrEqualTo(Invitations.MAX);
        home.pass(Duration.ofMinutes(2).toMillis());
        assertThat(band.list().groups()).isEmpty();
        assertThat(home.timers().size()).isEqualTo(1);
    }

    private void comeAndGo(JoinManner manner) {
        for (int i = 0; i < 500; i++) {
            band.join(GroupAsks.join(MemberRef.NOBODY, GroupAsks.RANGE, manner));
        }
    }

    /** The same with clients of old, which are members from the first moment. */
    @Test
    void clientsOfOldThatComeAndGoAreForgottenWithTheirSession() {
        JoinAnswer member = band.settled();
        List<Integer> sizes = new ArrayList<>();
        for (int second = 0; second < 30; second++) {
            comeAndGo(JoinManner.ID_AT_THE_END);
            home.pass(1_000);
            sizes.add(band.describe().members().size());
        }
        assertThat(sizes).allMatch(size -> size <= 500 * 20 + 1);
        assertThat(band.beat(in(member))).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);

        home.pass(Duration.ofMinutes(2).toMillis());

        assertThat(band.list().groups()).isEmpty();
        assertThat(home.timers().size()).isEqualTo(1);
    }

    @Test
    void fiveHundredStaticMembersThatRestartDoNotRebalance() {
        List<Asked<JoinAnswer>> asked = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            asked.add(band.joinStatic("i" + i));
        }
        home.pass(6_000);
        band.sync(in(asked.get(0).answer(), "i0"), Map.of());

        for (int i = 0; i < 500; i++) {
            assertThat(band.joinStatic("i" + i).answer().generation()).isEqualTo(1);
        }

        assertThat(band.state()).isEqualTo(GroupState.STABLE);
    }
}
