package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_ADD;
import static io.milena.testkit.WireTransaction.NEWEST_END;
import static io.milena.testkit.WireTransaction.NEWEST_INIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.JoinGroupRequest;
import io.milena.protocol.messages.JoinGroupResponse;
import io.milena.protocol.messages.OffsetFetchRequest;
import io.milena.protocol.messages.OffsetFetchResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireMember;
import io.milena.testkit.WireTopic;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * What coordinators are asked wrongly has the right error, and groups and transactions beside it, and the one that is
 * meant, are what they were.
 */
class BadCoordinatorInputIT extends WireSuite {

    private static final int JOIN = 9;
    private static final int LAST_OFFSET_FETCH = 9;
    private static final int LAST_WITHOUT_AN_ID_FIRST = 3;
    private static final int FIRST_WITH_FENCED_PRODUCERS = 2;
    private static final String TOO_LONG = "x".repeat(5_000);

    @Test
    void groupsStayWhatTheyAre() {
        String topic = newTopic().name();
        var groups = new GroupsInFlight(topic);
        String prefix = newName();
        groups.make(client, prefix);
        WireMember good = groups.member(WireMember.of(prefix + "-good")).joins(client, topic);
        good.commits(client, topic, 4, "");
        String fixed = prefix + "-static";
        List<String> said = groups.testimony(client);

        Map<Supplier<ErrorCode>, ErrorCode> bad = new LinkedHashMap<>();
        bad.put(() -> as("nobody", good, 0).beats(client), ErrorCode.UNKNOWN_MEMBER_ID);
        bad.put(() -> as("nobody", good, 0).commits(client, topic, 9, ""), ErrorCode.UNKNOWN_MEMBER_ID);
        bad.put(() -> as("nobody", good, 0).leaves(client), ErrorCode.UNKNOWN_MEMBER_ID);
        bad.put(() -> as(good.memberId(), good, -1).beats(client), ErrorCode.ILLEGAL_GENERATION);
        bad.put(() -> as(good.memberId(), good, 1).commits(client, topic, 9, ""), ErrorCode.ILLEGAL_GENERATION);
        bad.put(() -> WireMember.of(good.group()).commits(client, topic, 9, ""), ErrorCode.UNKNOWN_MEMBER_ID);
        bad.put(() -> older(fixed).beats(client), ErrorCode.FENCED_INSTANCE_ID);
        bad.put(() -> older(fixed).commits(client, topic, 9, ""), ErrorCode.FENCED_INSTANCE_ID);
        bad.put(() -> good.commits(client, topic, 9, TOO_LONG), ErrorCode.OFFSET_METADATA_TOO_LARGE);
        bad.put(() -> good.commits(client, "no-such-topic", 9, ""), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        bad.put(() -> join(good, request -> request.groupId("")), ErrorCode.INVALID_GROUP_ID);
        bad.put(() -> join(good, request -> request.sessionTimeoutMs(1)), ErrorCode.INVALID_SESSION_TIMEOUT);
        bad.put(() -> join(good, request -> request.protocolType("connect")), ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        bad.put(() -> join(good, request -> request.protocols(List.of())), ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        bad.put(() -> join(good, request -> request.memberId("nobody")), ErrorCode.UNKNOWN_MEMBER_ID);

        bad.forEach((request, answer) -> {
            assertThat(request.get()).isEqualTo(answer);
            groups.assertMembersGoOn(client);
            assertThat(groups.testimony(client)).isEqualTo(said);
        });
    }

    /** Asked for in ever new combinations, a few large texts would make an answer of any size. */
    @Test
    void offsetsAskedForInManyWaysHaveAnAnswerThatEnds() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "answers all");
        String topic = newTopic().name();
        String group = newName();
        WireMember.of(group).commits(client, topic, 4, "x".repeat(4_000));
        var asks = IntStream.range(0, 20_000)
                .mapToObj(i -> new OffsetFetchRequest.OffsetFetchRequestGroup()
                        .groupId(group)
                        .topics(List.of(new OffsetFetchRequest.OffsetFetchRequestTopics()
                                .name(topic)
                                .partitionIndexes(List.of(0, i + 1)))))
                .toList();
        var request = new OffsetFetchRequest().groups(asks);

        var answer = client.call(OffsetFetchResponse.class, ApiKey.OFFSET_FETCH, LAST_OFFSET_FETCH, request);

        assertThat(answer.groups()).hasSize(20_000);
        assertThat(answer.size((short) LAST_OFFSET_FETCH)).isLessThan(70 << 20);
        assertThat(ErrorCode.of(answer.groups().get(10_000).errorCode())).isEqualTo(ErrorCode.NONE);
        assertThat(ErrorCode.of(answer.groups().get(19_999).errorCode())).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    }

    private static WireMember as(String memberId, WireMember in, int later) {
        return WireMember.of(in.group()).posingAs(memberId, in.generation() + later);
    }

    /** Whoever had the static member's name before. */
    private static WireMember older(String group) {
        return WireMember.of(group, "one").posingAs("one-before", 1);
    }

    private ErrorCode join(WireMember wanted, UnaryOperator<JoinGroupRequest> flaw) {
        var protocol =
                new JoinGroupRequest.JoinGroupRequestProtocol().name("range").metadata(WireMember.subscription("any"));
        var request = new JoinGroupRequest()
                .groupId(wanted.group())
                .sessionTimeoutMs(30_000)
                .rebalanceTimeoutMs(30_000)
                .protocolType("consumer")
                .protocols(List.of(protocol));
        var answer =
                client.call(JoinGroupResponse.class, ApiKey.JOIN_GROUP, LAST_WITHOUT_AN_ID_FIRST, flaw.apply(request));
        return ErrorCode.of(answer.errorCode());
    }

    @Test
    void anOpenTransactionIsNotDisturbed() {
        WireTopic topic = newTopic();
        var transaction = new WireTransaction(client, newName());
        Producer old = transaction.own();
        Producer owner = transaction.own();
        assertThat(transaction.add(NEWEST_ADD, owner, topic.name(), 0)).isEqualTo(ErrorCode.NONE);
        assertThat(produce(topic, transaction, owner, 0)).isEqualTo(ErrorCode.NONE);
        var stranger = new Producer(owner.id() + 1_000, owner.epoch());

        Map<Supplier<ErrorCode>, ErrorCode> bad = new LinkedHashMap<>();
        bad.put(() -> transaction.commit(NEWEST_END, old), ErrorCode.PRODUCER_FENCED);
        bad.put(() -> transaction.abort(1, old), ErrorCode.INVALID_PRODUCER_EPOCH);
        bad.put(() -> transaction.commit(NEWEST_END, stranger), ErrorCode.INVALID_PRODUCER_ID_MAPPING);
        bad.put(() -> transaction.add(FIRST_WITH_FENCED_PRODUCERS, old, topic.name(), 0), ErrorCode.PRODUCER_FENCED);
        bad.put(() -> transaction.add(NEWEST_ADD, stranger, topic.name(), 0), ErrorCode.INVALID_PRODUCER_ID_MAPPING);
        bad.put(() -> transaction.add(NEWEST_ADD, owner, "no-such-topic", 0), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        bad.put(
                () -> ErrorCode.of(transaction
                        .init(NEWEST_INIT, Producer.NOBODY, Integer.MAX_VALUE)
                        .errorCode()),
                ErrorCode.INVALID_TRANSACTION_TIMEOUT);
        bad.put(() -> produce(topic, transaction, owner, 5), ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        bad.put(() -> produce(topic, transaction, old, 2), ErrorCode.INVALID_PRODUCER_EPOCH);

        bad.forEach((request, answer) -> {
            assertThat(request.get()).isEqualTo(answer);
            assertThat(transaction.describe().transactionState()).isEqualTo("Ongoing");
        });
        assertThat(produce(topic, transaction, owner, 2)).isEqualTo(ErrorCode.NONE);
        assertThat(transaction.commit(NEWEST_END, owner)).isEqualTo(ErrorCode.NONE);
        assertThat(WireTransaction.settled(() -> transaction.commit(NEWEST_END, owner)))
                .isEqualTo(ErrorCode.NONE);
        transaction.awaitState("CompleteCommit");
        assertThat(WireTransaction.settled(() -> transaction.abort(NEWEST_END, owner)))
                .isEqualTo(ErrorCode.INVALID_TXN_STATE);
        assertThat(topic.fetch(WireTopic.FETCH_VERSION, 0).lastStableOffset()).isEqualTo(5);
    }

    private static ErrorCode produce(WireTopic topic, WireTransaction transaction, Producer as, int sequence) {
        var batch =
                WireBatch.now("one", "two").attributes(WireBatch.TRANSACTIONAL).producer(as.id(), as.epoch(), sequence);
        var request = topic.production(-1, batch).transactionalId(transaction.id());
        return ErrorCode.of(topic.produce(WireTopic.PRODUCE_VERSION, request).errorCode());
    }
}
