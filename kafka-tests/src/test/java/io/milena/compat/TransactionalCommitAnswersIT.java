package io.milena.compat;

import static io.milena.testkit.WireTransaction.NEWEST_END;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.TxnOffsetCommitRequest;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition;
import io.milena.protocol.messages.TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic;
import io.milena.protocol.messages.TxnOffsetCommitResponse;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireMember;
import io.milena.testkit.WireTransaction;
import io.milena.testkit.WireTransaction.Producer;
import java.util.List;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * TxnOffsetCommit of what cannot be committed, for a group that has a member: each flaw has its answer, and neither the
 * member nor the transaction suffers from it.
 */
class TransactionalCommitAnswersIT extends WireSuite {

    private static final int VERSION = 3;
    private static final int NEWEST_ADD_OFFSETS = 4;

    private static WireMember member;

    private String topic;
    private WireTransaction transaction;
    private Producer owner;

    @BeforeAll
    static void join() {
        try (var first = WireClient.connect(broker.address())) {
            member = WireMember.of("has-a-member").joins(first, "any");
        }
    }

    @BeforeEach
    void begin() {
        topic = newTopic().name();
        transaction = new WireTransaction(client, newName());
        transaction.own();
        owner = transaction.own();
        assertThat(transaction.addOffsets(NEWEST_ADD_OFFSETS, owner, member.group()))
                .isEqualTo(ErrorCode.NONE);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource({
        "NONE,                  NONE",
        "NO_MEMBER,             NONE",
        "UNKNOWN_MEMBER,        UNKNOWN_MEMBER_ID",
        "NO_MEMBER_GENERATION,  UNKNOWN_MEMBER_ID",
        "OLD_GENERATION,        ILLEGAL_GENERATION",
        "NEW_GENERATION,        ILLEGAL_GENERATION",
        "UNKNOWN_INSTANCE,      UNKNOWN_MEMBER_ID",
        "UNKNOWN_TOPIC,         UNKNOWN_TOPIC_OR_PARTITION",
        "UNKNOWN_PARTITION,     UNKNOWN_TOPIC_OR_PARTITION",
        "LONG_METADATA,         OFFSET_METADATA_TOO_LARGE",
        "NO_GROUP,              INVALID_GROUP_ID",
        "NEGATIVE_OFFSET,       NONE",
        "BEYOND_THE_END,        NONE",
        "OLD_EPOCH,             INVALID_PRODUCER_EPOCH",
        "NEW_EPOCH,             INVALID_PRODUCER_EPOCH",
        "UNKNOWN_PRODUCER,      INVALID_PRODUCER_ID_MAPPING",
        "UNKNOWN_TRANSACTION,   INVALID_PRODUCER_ID_MAPPING",
    })
    void eachFlawHasItsAnswerAndHurtsNobody(Flaw flaw, ErrorCode answer) {
        ErrorCode told = commit(flaw);

        assertThat(told).isEqualTo(answer);
        assertThat(member.beats(client)).isEqualTo(ErrorCode.NONE);
        assertThat(commit(Flaw.NONE)).isEqualTo(ErrorCode.NONE);
        assertThat(WireTransaction.settled(() -> transaction.commit(NEWEST_END, owner)))
                .isEqualTo(ErrorCode.NONE);
        transaction.awaitState("CompleteCommit");
        Awaitility.await()
                .until(() -> GroupsInFlight.offsets(client, member.group()).stream()
                        .anyMatch(line -> line.startsWith(member.group() + " " + topic + "-0 5 ")));
    }

    private ErrorCode commit(Flaw flaw) {
        var line = new TxnOffsetCommitRequestPartition()
                .partitionIndex(0)
                .committedOffset(5)
                .committedMetadata("so far");
        var request = new TxnOffsetCommitRequest()
                .transactionalId(transaction.id())
                .groupId(member.group())
                .memberId(member.memberId())
                .generationId(member.generation())
                .producerId(owner.id())
                .producerEpoch(owner.epoch())
                .topics(List.of(new TxnOffsetCommitRequestTopic().name(topic).partitions(List.of(line))));
        return ErrorCode.of(client.call(
                        TxnOffsetCommitResponse.class, ApiKey.TXN_OFFSET_COMMIT, VERSION, flaw.change.apply(request))
                .topics()
                .get(0)
                .partitions()
                .get(0)
                .errorCode());
    }

    /** What is wrong with a request. */
    enum Flaw {
        NONE(request -> request),
        NO_MEMBER(request -> request.memberId("").generationId(-1)),
        UNKNOWN_MEMBER(request -> request.memberId("nobody")),
        NO_MEMBER_GENERATION(request -> request.memberId("")),
        OLD_GENERATION(request -> request.generationId(request.generationId() - 1)),
        NEW_GENERATION(request -> request.generationId(request.generationId() + 1)),
        UNKNOWN_INSTANCE(request -> request.groupInstanceId("nobody")),
        UNKNOWN_TOPIC(request -> line(request, each -> each, "no-such-topic")),
        UNKNOWN_PARTITION(request -> line(request, each -> each.partitionIndex(9), "")),
        LONG_METADATA(request -> line(request, each -> each.committedMetadata("x".repeat(5_000)), "")),
        NO_GROUP(request -> request.groupId("")),
        NEGATIVE_OFFSET(request -> line(request, each -> each.committedOffset(-1), "")),
        BEYOND_THE_END(request -> line(request, each -> each.committedOffset(Long.MAX_VALUE), "")),
        OLD_EPOCH(request -> request.producerEpoch((short) (request.producerEpoch() - 1))),
        NEW_EPOCH(request -> request.producerEpoch((short) (request.producerEpoch() + 1))),
        UNKNOWN_PRODUCER(request -> request.producerId(request.producerId() + 1_000)),
        UNKNOWN_TRANSACTION(request -> request.transactionalId("nobody's"));

        private final UnaryOperator<TxnOffsetCommitRequest> change;

        Flaw(UnaryOperator<TxnOffsetCommitRequest> change) {
            this.change = change;
        }

        private static TxnOffsetCommitRequest line(
                TxnOffsetCommitRequest request, UnaryOperator<TxnOffsetCommitRequestPartition> of, String topic) {
            TxnOffsetCommitRequestTopic only = request.topics().get(0);
            only.partitions().forEach(of::apply);
            return topic.isEmpty() ? request : request.topics(List.of(only.name(topic)));
        }
    }
}
