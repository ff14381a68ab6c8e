package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.consumer.FetchSession.Place;
import io.milena.clients.consumer.FetchSession.Plan;
import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client's half of fetch sessions (KIP-227), beside what a broker would remember. */
class FetchSessionTest {

    private static final TopicPartition A = new TopicPartition("a", 0);
    private static final TopicPartition B = new TopicPartition("b", 0);

    private static Place at(long offset) {
        return new Place(Uuid.ONE, offset, 0);
    }

    @Test
    void afterTheFirstRequestOnlyChangesAreSent() {
        var session = new FetchSession();

        Plan first = session.next(Map.of(A, at(1), B, at(2)));
        session.answered(7);
        Plan second = session.next(Map.of(A, at(1), B, at(3)));
        session.answered(7);
        Plan third = session.next(Map.of(A, at(1)));

        assertThat(first.sessionEpoch()).isZero();
        assertThat(second.places()).containsOnlyKeys(B);
        assertThat(second.sessionEpoch()).isEqualTo(1);
        assertThat(third.places()).isEmpty();
        assertThat(third.forgotten()).containsOnlyKeys(B);
        assertThat(third.sessionEpoch()).isEqualTo(2);
    }

    @Test
    void anUnknownSessionBeginsAnewWithoutAnId() {
        var session = new FetchSession();
        session.next(Map.of(A, at(1)));
        session.answered(7);

        session.refused(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);

        Plan next = session.next(Map.of(A, at(1)));
        assertThat(next.sessionId()).isZero();
        assertThat(next.places()).containsOnlyKeys(A);
    }

    @Test
    void aFailureEndsTheOldSessionByItsId() {
        var session = new FetchSession();
        session.next(Map.of(A, at(1)));
        session.answered(7);

        session.failed();

        Plan next = session.next(Map.of(A, at(1)));
        assertThat(next.sessionId()).isEqualTo(7);
        assertThat(next.sessionEpoch()).isZero();
    }

    @Test
    void aTopicMadeAnewIsForgottenByItsOldId() {
        var session = new FetchSession();
        session.next(Map.of(A, at(5)));
        session.answered(7);
        var other = new Uuid(3, 3);

        Plan next = session.next(Map.of(A, new Place(other, 0, 0)));

        assertThat(next.forgotten()).containsEntry(A, Uuid.ONE);
        assertThat(next.places()).containsKey(A);
    }

    /** A broker that applies the requests knows after each just what the client wants. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theBrokerAlwaysKnowsWhatIsWanted(long seed) {
        var random = new Random(seed);
        var session = new FetchSession();
        Map<TopicPartition, Place> atBroker = new LinkedHashMap<>();
        for (int i = 0; i < 1_000; i++) {
            Map<TopicPartition, Place> wanted = new LinkedHashMap<>();
            Uuid id = random.nextInt(50) == 0 ? Uuid.ZERO : new Uuid(1, random.nextInt(30) / 29);
            for (int p = 0; p < 5; p++) {
                if (random.nextInt(3) > 0) {
                    wanted.put(new TopicPartition("t", p), new Place(id, random.nextInt(3), 0));
                }
            }
            Plan plan = session.next(wanted);
            if (plan.sessionEpoch() == 0) {
                atBroker.clear();
            }
            plan.forgotten().keySet().forEach(atBroker::remove);
            atBroker.putAll(plan.places());

            assertThat(atBroker).as("seed " + seed).isEqualTo(wanted);
            switch (random.nextInt(10)) {
                case 0 -> session.failed();
                case 1 -> session.refused(ErrorCode.INVALID_FETCH_SESSION_EPOCH);
                case 2 -> session.answered(0);
                default -> session.answered(9);
            }
        }
    }
}
