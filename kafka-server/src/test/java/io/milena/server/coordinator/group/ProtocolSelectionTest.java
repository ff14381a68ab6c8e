package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What members agree on. */
class ProtocolSelectionTest {

    private static Member knowing(String id, String... names) {
        return new Member(new MemberRef(id, null), GroupAsks.CLIENT, GroupAsks.TIMEOUTS, protocols(names));
    }

    private static List<MemberProtocol> protocols(String... names) {
        return Stream.of(names)
                .map(name -> new MemberProtocol(name, new byte[0]))
                .toList();
    }

    private static ProtocolSelection of(List<Member> members) {
        var selection = new ProtocolSelection();
        members.forEach(member -> selection.memberCame(member.protocols()));
        return selection;
    }

    @Test
    void onlyWhatAllKnowIsChosen() {
        List<Member> members = List.of(knowing("a", "sticky", "range"), knowing("b", "range"), knowing("c", "range"));

        assertThat(of(members).choose(members)).isEqualTo("range");
    }

    @Test
    void theFavouriteOfMostMembersWins() {
        List<Member> members = List.of(knowing("a", "x", "y"), knowing("b", "y", "x"), knowing("c", "z", "y", "x"));

        assertThat(of(members).choose(members)).isEqualTo("y");
    }

    @Test
    void ofEqualsTheFirstWins() {
        List<Member> members = List.of(knowing("a", "x", "y"), knowing("b", "y", "x"));

        assertThat(of(members).choose(members)).isEqualTo("x");
    }

    @Test
    void whatAMemberKnewGoesWithIt() {
        List<Member> members = List.of(knowing("a", "x", "y"), knowing("b", "y"));
        ProtocolSelection selection = of(members);
        assertThat(selection.suits(protocols("x"), 2)).isFalse();

        selection.memberWent(protocols("y"));

        assertThat(selection.suits(protocols("x"), 1)).isTrue();
        assertThat(selection.suits(protocols("z"), 1)).isFalse();
    }

    @Test
    void aNameThatIsGivenTwiceCountsOnce() {
        List<Member> members = List.of(knowing("a", "x", "x"), knowing("b", "y"));

        assertThat(of(members).suits(protocols("x"), 2)).isFalse();
    }
}
