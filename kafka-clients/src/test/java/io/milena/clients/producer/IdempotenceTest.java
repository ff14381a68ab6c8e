package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.producer.Idempotence.Verdict;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sequences count records, go on after what is sure, and begin anew where something is lost for good. */
class IdempotenceTest {

    private static final TopicPartition T0 = new TopicPartition("t", 0);
    private static final TopicPartition T1 = new TopicPartition("t", 1);

    private final Idempotence idempotence = new Idempotence(false);

    private BatchIdentity sent(TopicPartition partition, int records) {
        var batch = new BatchIdentity(records);
        assertThat(idempotence.maySend(partition, batch)).isTrue();
        idempotence.sending(partition, batch);
        return batch;
    }

    /** The broker has one of this producer, with the sequence 0. */
    private void known(TopicPartition partition) {
        idempotence.appended(partition, sent(partition, 1), 0);
    }

    @Test
    void nothingIsSentWithoutAnId() {
        assertThat(idempotence.maySend(T0, new BatchIdentity(1))).isFalse();
        assertThat(idempotence.needsId()).isTrue();
    }

    @Test
    void sequencesCountTheRecordsOfEachPartition() {
        idempotence.idGiven(7, (short) 0);

        BatchIdentity first = sent(T0, 3);
        idempotence.appended(T0, first, 0);
        BatchIdentity second = sent(T0, 2);
        BatchIdentity other = sent(T1, 1);

        assertThat(first.sequence()).isZero();
        assertThat(second.sequence()).isEqualTo(3);
        assertThat(other.sequence()).isZero();
        assertThat(second.producerId()).isEqualTo(7);
    }

    @Test
    void theFirstGoesAloneBecauseABrokerThatKnowsNothingTakesAnySequence() {
        idempotence.idGiven(7, (short) 0);
        BatchIdentity first = sent(T0, 1);

        assertThat(idempotence.maySend(T0, new BatchIdentity(1))).isFalse();
        idempotence.refused(first);
        assertThat(idempotence.maySend(T0, first)).isTrue();
        idempotence.sending(T0, first);
        idempotence.appended(T0, first, 0);
        sent(T0, 1);
        sent(T0, 1);
    }

    @Test
    void fiveAreOutAtMost() {
        idempotence.idGiven(7, (short) 0);
        known(T0);
        BatchIdentity first = sent(T0, 1);
        for (int i = 0; i < 4; i++) {
            sent(T0, 1);
        }

        assertThat(idempotence.maySend(T0, new BatchIdentity(1))).isFalse();
        idempotence.appended(T0, first, 0);
        assertThat(idempotence.maySend(T0, new BatchIdentity(1))).isTrue();
    }

    @Test
    void afterARetryTheOldestGoesAloneUnderItsOldNumber() {
        idempotence.idGiven(7, (short) 0);
        known(T0);
        BatchIdentity first = sent(T0, 1);
        BatchIdentity second = sent(T0, 1);

        idempotence.lost(first);
        idempotence.lost(second);

        assertThat(idempotence.maySend(T0, second)).isFalse();
        assertThat(idempotence.maySend(T0, first)).isTrue();
        idempotence.sending(T0, first);
        assertThat(first.sequence()).isEqualTo(1);
        idempotence.appended(T0, first, 1);
        assertThat(idempotence.maySend(T0, second)).isTrue();
    }

    @Test
    void aBatchBehindOneThatFailedIsNumberedAnewInTheNextEpoch() {
        idempotence.idGiven(7, (short) 0);
        known(T0);
        BatchIdentity tooLarge = sent(T0, 1);
        BatchIdentity next = sent(T0, 1);
        BatchIdentity elsewhere = sent(T1, 1);

        idempotence.refused(tooLarge);
        idempotence.gaveUp(T0, tooLarge);
        assertThat(idempotence.epoch()).isZero();
        assertThat(idempotence.refused(T0, next, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1))
                .isEqualTo(Verdict.RETRY);

        assertThat(idempotence.epoch()).isEqualTo((short) 1);
        assertThat(next.sequence()).isZero();
        assertThat(next.epoch()).isEqualTo((short) 1);
        assertThat(elsewhere.epoch()).isZero();
        assertThat(idempotence.maySend(T1, new BatchIdentity(1)))
                .as("old epoch pending")
                .isFalse();
        idempotence.appended(T1, elsewhere, 5);
        assertThat(sent(T1, 1).epoch()).isEqualTo((short) 1);
    }

    @Test
    void theLastOneGivesItsNumbersBackWhenItIsSurelyNotInTheLog() {
        idempotence.idGiven(7, (short) 0);
        idempotence.appended(T0, sent(T0, 4), 0);
        BatchIdentity refused = sent(T0, 2);

        idempotence.refused(refused);
        idempotence.gaveUp(T0, refused);

        assertThat(sent(T0, 1).sequence()).isEqualTo(4);
        assertThat(idempotence.epoch()).isZero();
    }

    @Test
    void whenNobodyKnowsWhetherItIsInTheLogTheNextEpochBegins() {
        idempotence.idGiven(7, (short) 0);
        BatchIdentity expired = sent(T0, 2);

        idempotence.gaveUp(T0, expired);

        BatchIdentity next = sent(T0, 1);
        assertThat(next.epoch()).isEqualTo((short) 1);
        assertThat(next.sequence()).isZero();
    }

    @Test
    void partsTakeTheNumbersOfTheWhole() {
        idempotence.idGiven(7, (short) 0);
        known(T0);
        BatchIdentity whole = sent(T0, 5);
        BatchIdentity behind = sent(T0, 1);
        var left = new BatchIdentity(2);
        var right = new BatchIdentity(3);

        idempotence.split(T0, whole, List.of(left, right));

        assertThat(left.sequence()).isEqualTo(1);
        assertThat(right.sequence()).isEqualTo(3);
        assertThat(idempotence.refused(T0, behind, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1))
                .isEqualTo(Verdict.RETRY);
        assertThat(idempotence.epoch()).isZero();
        assertThat(idempotence.maySend(T0, right)).isFalse();
        assertThat(idempotence.maySend(T0, left)).isTrue();
    }

    @Test
    void aDuplicateIsInTheLog() {
        idempotence.idGiven(7, (short) 0);
        BatchIdentity batch = sent(T0, 1);

        assertThat(idempotence.refused(T0, batch, ErrorCode.DUPLICATE_SEQUENCE_NUMBER, -1))
                .isEqualTo(Verdict.APPENDED);
    }

    @Test
    void theLastEpochIsFollowedByAnotherId() {
        idempotence.idGiven(7, Short.MAX_VALUE);
        BatchIdentity expired = sent(T0, 1);

        idempotence.gaveUp(T0, expired);

        assertThat(idempotence.needsId()).isTrue();
        assertThat(idempotence.maySend(T0, new BatchIdentity(1))).isFalse();
        idempotence.idGiven(8, (short) 0);
        assertThat(sent(T0, 1).producerId()).isEqualTo(8);
    }

    @Test
    void inATransactionARefusalOfTheOldestIsFinal() {
        var transactional = new Idempotence(true);
        transactional.idGiven(7, (short) 0);
        var batch = new BatchIdentity(1);
        transactional.sending(T0, batch);

        assertThat(transactional.refused(T0, batch, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1))
                .isEqualTo(Verdict.FAIL);
        assertThat(transactional.epoch()).isZero();
    }

    @Test
    void aTransactionalProducerThatRetentionMadeForgottenCountsFromZero() {
        var transactional = new Idempotence(true);
        transactional.idGiven(7, (short) 0);
        var first = new BatchIdentity(10);
        transactional.sending(T0, first);
        transactional.appended(T0, first, 0);
        var second = new BatchIdentity(1);
        transactional.sending(T0, second);

        assertThat(transactional.refused(T0, second, ErrorCode.UNKNOWN_PRODUCER_ID, 100))
                .isEqualTo(Verdict.RETRY);
        assertThat(second.sequence()).isZero();
    }
}
