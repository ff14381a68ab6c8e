package io.milena.server.coordinator.group;

import static io.milena.server.coordinator.group.GroupAsks.GROUP;
import static io.milena.server.coordinator.group.GroupAsks.RANGE;
import static io.milena.server.coordinator.group.GroupAsks.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.server.coordinator.state.TransactionalProducer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each request is answered in each state, as Apache Kafka 3.9.2 answers. A dash: it is not answered at once. */
class StateErrorsTest {

    private static final MemberRef STRANGER = new MemberRef("stranger", null);

    private final GroupHome home = new GroupHome();
    private final Band band = new Band(home);
    private JoinAnswer member = JoinAnswer.refused(ErrorCode.NONE, "gone");

    /** Brings the group into a state; {@link #member} is in it, or was. */
    private void bring(GroupState state) {
        switch (state) {
            case EMPTY -> {
                member = band.settled();
                band.leave(new MemberRef(member.memberId(), null));
            }
            case PREPARING_REBALANCE -> {
                member = band.settled();
                band.join("");
            }
            case COMPLETING_REBALANCE -> member = band.first();
            case STABLE -> member = band.settled();
            case DEAD ->
                member = new JoinAnswer(ErrorCode.NONE, "gone", 1, "", "", "", JoinAnswer.Assignment.WANTED, List.of());
        }
        assertThat(band.state()).isEqualTo(state);
    }

    /** Who asks. */
    private enum Who {
        MEMBER,
        OLD_GENERATION,
        STRANGER,
        WRONG_NAME,
        NOBODY
    }

    private GenerationRef from(Who who) {
        return switch (who) {
            case MEMBER -> GroupAsks.in(member);
            case OLD_GENERATION -> GenerationRef.of(member.generation() - 1, member.memberId(), null);
            case STRANGER -> new GenerationRef(member.generation(), StateErrorsTest.STRANGER);
            case WRONG_NAME -> GroupAsks.in(member, "i9");
            case NOBODY -> GenerationRef.OUTSIDE;
        };
    }

    private <R> void is(String expected, Asked<R> asked, Function<R, ErrorCode> error) {
        assertThat(asked.isAnswered() ? error.apply(asked.answer()).name() : "-")
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "EMPTY,                MEMBER,         UNKNOWN_MEMBER_ID",
        "PREPARING_REBALANCE,  MEMBER,         REBALANCE_IN_PROGRESS",
        "COMPLETING_REBALANCE, MEMBER,         NONE",
        "STABLE,               MEMBER,         NONE",
        "DEAD,                 MEMBER,         UNKNOWN_MEMBER_ID",
        "PREPARING_REBALANCE,  OLD_GENERATION, ILLEGAL_GENERATION",
        "STABLE,               OLD_GENERATION, ILLEGAL_GENERATION",
        "PREPARING_REBALANCE,  STRANGER,       UNKNOWN_MEMBER_ID",
        "STABLE,               STRANGER,       UNKNOWN_MEMBER_ID",
        "STABLE,               WRONG_NAME,     UNKNOWN_MEMBER_ID",
        "STABLE,               NOBODY,         UNKNOWN_MEMBER_ID"
    })
    void heartbeat(GroupState state, Who who, ErrorCode expected) {
        bring(state);

        assertThat(band.beat(from(who))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "EMPTY,                MEMBER,         UNKNOWN_MEMBER_ID",
        "PREPARING_REBALANCE,  MEMBER,         REBALANCE_IN_PROGRESS",
        "COMPLETING_REBALANCE, MEMBER,         NONE",
        "STABLE,               MEMBER,         NONE",
        "DEAD,                 MEMBER,         UNKNOWN_MEMBER_ID",
        "COMPLETING_REBALANCE, OLD_GENERATION, ILLEGAL_GENERATION",
        "COMPLETING_REBALANCE, STRANGER,       UNKNOWN_MEMBER_ID",
        "STABLE,               OLD_GENERATION, ILLEGAL_GENERATION",
        "STABLE,               STRANGER,       UNKNOWN_MEMBER_ID",
        "STABLE,               WRONG_NAME,     UNKNOWN_MEMBER_ID"
    })
    void sync(GroupState state, Who who, String expected) {
        bring(state);

        is(expected, band.sync(from(who), Map.of()), SyncAnswer::error);
    }

    @ParameterizedTest
    @CsvSource({
        "consumer, range,  NONE",
        "consumer, sticky, INCONSISTENT_GROUP_PROTOCOL",
        "connect,  range,  INCONSISTENT_GROUP_PROTOCOL",
        ",         ,       NONE"
    })
    void syncThatSaysWhatWasAgreed(String type, String protocol, ErrorCode expected) {
        bring(GroupState.COMPLETING_REBALANCE);
        var ask = new SyncAsk(GROUP, GroupAsks.in(member), type, protocol, Map.of());

        Asked<SyncAnswer> asked = home.ask((reply, turn) -> home.machine().sync(ask, reply, turn));

        assertThat(asked.answer().error()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "EMPTY,                MEMBER,         UNKNOWN_MEMBER_ID",
        "PREPARING_REBALANCE,  MEMBER,         NONE",
        "COMPLETING_REBALANCE, MEMBER,         REBALANCE_IN_PROGRESS",
        "STABLE,               MEMBER,         NONE",
        "DEAD,                 MEMBER,         ILLEGAL_GENERATION",
        "COMPLETING_REBALANCE, OLD_GENERATION, ILLEGAL_GENERATION",
        "STABLE,               OLD_GENERATION, ILLEGAL_GENERATION",
        "STABLE,               STRANGER,       UNKNOWN_MEMBER_ID",
        "STABLE,               WRONG_NAME,     UNKNOWN_MEMBER_ID",
        "EMPTY,                NOBODY,         NONE",
        "DEAD,                 NOBODY,         NONE",
        "PREPARING_REBALANCE,  NOBODY,         UNKNOWN_MEMBER_ID",
        "COMPLETING_REBALANCE, NOBODY,         UNKNOWN_MEMBER_ID",
        "STABLE,               NOBODY,         UNKNOWN_MEMBER_ID"
    })
    void commit(GroupState state, Who who, ErrorCode expected) {
        bring(state);

        assertThat(band.commit(GroupAsks.commit(from(who), T0, 5))).isEqualTo(expected);
        assertThat(band.offset(T0)).isEqualTo(expected == ErrorCode.NONE ? 5 : -1);
    }

    @ParameterizedTest
    @CsvSource({
        "EMPTY,                MEMBER,         UNKNOWN_MEMBER_ID",
        "PREPARING_REBALANCE,  MEMBER,         NONE",
        "COMPLETING_REBALANCE, MEMBER,         NONE",
        "STABLE,               MEMBER,         NONE",
        "DEAD,                 MEMBER,         UNKNOWN_MEMBER_ID",
        "STABLE,               OLD_GENERATION, ILLEGAL_GENERATION",
        "STABLE,               STRANGER,       UNKNOWN_MEMBER_ID",
        "STABLE,               WRONG_NAME,     UNKNOWN_MEMBER_ID",
        "EMPTY,                NOBODY,         NONE",
        "DEAD,                 NOBODY,         NONE",
        "STABLE,               NOBODY,         NONE",
        "COMPLETING_REBALANCE, NOBODY,         NONE"
    })
    void commitInTransaction(GroupState state, Who who, ErrorCode expected) {
        bring(state);
        var ask = new TransactionalCommitAsk(
                GROUP,
                new TransactionalProducer(7, (short) 0),
                from(who),
                List.of(GroupAsks.line(T0, 5)),
                OffsetsProof.UNWANTED);

        assertThat(band.commitInTransaction(ask).errors()).containsExactly(expected);
    }

    /** In a stable group it is the leader, and the only one. */
    @ParameterizedTest
    @CsvSource({
        "EMPTY,                UNKNOWN_MEMBER_ID",
        "PREPARING_REBALANCE,  NONE",
        "COMPLETING_REBALANCE, NONE",
        "STABLE,               NONE",
        "DEAD,                 UNKNOWN_MEMBER_ID"
    })
    void joinOfAMember(GroupState state, String expected) {
        bring(state);

        is(expected, band.join(member.memberId()), JoinAnswer::error);
    }

    @ParameterizedTest
    @EnumSource(GroupState.class)
    void joinOfAStranger(GroupState state) {
        bring(state);

        JoinAnswer answer = band.join(STRANGER.memberId()).answer();

        assertThat(answer.error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(answer.memberId()).isEqualTo(STRANGER.memberId());
        assertThat(answer.generation()).isEqualTo(GenerationRef.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "STABLE,               connect,  range",
        "STABLE,               consumer, sticky",
        "STABLE,               consumer, ",
        "STABLE,               '',       range",
        "COMPLETING_REBALANCE, consumer, sticky",
        "PREPARING_REBALANCE,  connect,  range",
        "EMPTY,                '',       range",
        "EMPTY,                consumer, ",
        "DEAD,                 '',       range",
        "DEAD,                 consumer, "
    })
    void joinThatDoesNotFit(GroupState state, String type, String protocol) {
        bring(state);
        List<MemberProtocol> protocols = protocol == null ? List.of() : List.of(GroupAsks.reading(protocol, "t"));
        var ask = new JoinAsk(
                GROUP, MemberRef.NOBODY, GroupAsks.CLIENT, GroupAsks.TIMEOUTS, type, protocols, JoinManner.ID_FIRST);

        assertThat(band.join(ask).answer().error()).isEqualTo(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        assertThat(band.state()).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({"999, INVALID_SESSION_TIMEOUT", "1000, -", "60000, -", "60001, INVALID_SESSION_TIMEOUT"})
    void joinWithASessionTimeout(int sessionMs, String expected) {
        var ask = new JoinAsk(
                GROUP,
                MemberRef.NOBODY,
                GroupAsks.CLIENT,
                new MemberTimeouts(sessionMs, 5_000),
                "consumer",
                RANGE,
                JoinManner.ID_AT_THE_END);

        is(expected, band.join(ask), JoinAnswer::error);
    }

    @ParameterizedTest
    @EnumSource(GroupState.class)
    void leave(GroupState state) {
        bring(state);
        boolean isIn = state != GroupState.EMPTY && state != GroupState.DEAD;

        LeaveAnswer left =
                band.leave(STRANGER, new MemberRef("", "i9"), new MemberRef(member.memberId(), null), MemberRef.NOBODY);

        assertThat(left.error()).isEqualTo(ErrorCode.NONE);
        assertThat(left.members())
                .extracting(LeaveAnswer.Departure::error)
                .containsExactly(
                        ErrorCode.UNKNOWN_MEMBER_ID,
                        ErrorCode.UNKNOWN_MEMBER_ID,
                        isIn ? ErrorCode.NONE : ErrorCode.UNKNOWN_MEMBER_ID,
                        ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @ParameterizedTest
    @EnumSource(GroupState.class)
    void deleteAndForget(GroupState state) {
        bring(state);
        Map<GroupState, ErrorCode> deleted =
                new EnumMap<>(Map.of(GroupState.EMPTY, ErrorCode.NONE, GroupState.DEAD, ErrorCode.GROUP_ID_NOT_FOUND));
        var ask = new OffsetDeleteAsk(GROUP, List.of(T0, GroupAsks.U0));
        boolean isLive = state != GroupState.EMPTY && state != GroupState.DEAD;

        assertThat(band.delete()).isEqualTo(deleted.getOrDefault(state, ErrorCode.NON_EMPTY_GROUP));
        OffsetDeleteAnswer forgotten = band.forget(ask);

        assertThat(forgotten.error()).isEqualTo(isLive ? ErrorCode.NONE : ErrorCode.GROUP_ID_NOT_FOUND);
        if (isLive) {
            assertThat(forgotten.errors()).containsExactly(ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC, ErrorCode.NONE);
        }
    }

    @ParameterizedTest
    @CsvSource({"EMPTY, ''", "PREPARING_REBALANCE, ''", "COMPLETING_REBALANCE, ''", "STABLE, range", "DEAD, ''"})
    void describe(GroupState state, String protocol) {
        bring(state);

        GroupDescription description = band.describe();

        assertThat(description.error()).isEqualTo(ErrorCode.NONE);
        assertThat(description.protocol()).isEqualTo(protocol);
        assertThat(description.protocolType()).isEqualTo(state == GroupState.DEAD ? "" : "consumer");
        boolean isStable = state == GroupState.STABLE;
        assertThat(description.members()).allMatch(member -> member.assignment().length > 0 == isStable);
        assertThat(band.list().groups()).hasSize(state == GroupState.DEAD ? 0 : 1);
    }

    @Test
    void anEmptyGroupIdIsForCommitsOnly() {
        GenerationRef from = GenerationRef.of(1, "m", null);
        var joining = new JoinAsk(
                "", MemberRef.NOBODY, GroupAsks.CLIENT, GroupAsks.TIMEOUTS, "consumer", RANGE, JoinManner.ID_FIRST);
        var syncing = new SyncAsk("", from, null, null, Map.of());
        var committing =
                new CommitAsk("", GenerationRef.OUTSIDE, CommitAsk.DEFAULT_RETENTION, List.of(GroupAsks.line(T0, 1)));

        Asked<SyncAnswer> synced = home.ask((reply, turn) -> home.machine().sync(syncing, reply, turn));
        Asked<ErrorCode> beaten =
                home.ask((reply, turn) -> home.machine().heartbeat(new MemberAsk("", from), reply, turn));
        Asked<LeaveAnswer> left =
                home.ask((reply, turn) -> home.machine().leave(new LeaveAsk("", List.of(STRANGER)), reply, turn));
        Asked<CommitAnswer> committed = home.ask((reply, turn) -> home.machine().commit(committing, reply, turn));

        assertThat(band.join(joining).answer().error()).isEqualTo(ErrorCode.INVALID_GROUP_ID);
        assertThat(synced.answer().error()).isEqualTo(ErrorCode.INVALID_GROUP_ID);
        assertThat(beaten.answer()).isEqualTo(ErrorCode.INVALID_GROUP_ID);
        assertThat(left.answer().error()).isEqualTo(ErrorCode.INVALID_GROUP_ID);
        assertThat(committed.answer().errors()).containsExactly(ErrorCode.NONE);
    }
}
