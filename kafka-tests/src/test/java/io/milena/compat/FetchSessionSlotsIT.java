package io.milena.compat;

import static io.milena.testkit.WireTopic.LARGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who has a fetch session when there are more clients than slots (KIP-227). There are two slots; sessions that are too
 * young to yield to others of their kind yield to followers only.
 */
class FetchSessionSlotsIT {

    private static final int VERSION = WireTopic.FETCH_VERSION;
    private static final int FIRST_EPOCH = 0;
    private static final int FINAL_EPOCH = -1;
    private static final int NO_SESSION = 0;
    private static final int CONSUMER = -1;
    private static final int A_FOLLOWER = 7;

    private static BrokerProcess broker;
    private static WireClient client;
    private static WireTopic one;
    private static WireTopic two;

    /** The next epoch of each session. */
    private final Map<Integer, Integer> sessions = new LinkedHashMap<>();

    @BeforeAll
    static void start(@TempDir Path folder) {
        broker = BrokerProcess.start(folder, Map.of("max.incremental.fetch.session.cache.slots", "2"));
        client = WireClient.connect(broker.address());
        one = WireTopic.create(client, "one", Map.of());
        two = WireTopic.create(client, "two", Map.of());
        Stream.of(one, two).forEach(topic -> topic.produce(WireBatch.now("a")));
    }

    @AfterAll
    static void stop() {
        client.close();
        broker.close();
    }

    @AfterEach
    void endAll() {
        sessions.keySet()
                .forEach(session -> fetch(ask(CONSUMER).sessionId(session).sessionEpoch(FINAL_EPOCH)));
        sessions.clear();
    }

    private static FetchResponse fetch(FetchRequest request) {
        return client.call(FetchResponse.class, ApiKey.FETCH, VERSION, request);
    }

    private static FetchRequest ask(int replica, WireTopic... topics) {
        var wanted = Stream.of(topics).map(topic -> topic.from(0, LARGE)).toArray(FetchRequest.FetchTopic[]::new);
        return WireTopic.fetching(LARGE, wanted).replicaId(replica);
    }

    /** Asks for a session; its id, or none. */
    private int open(int replica, WireTopic... topics) {
        FetchResponse opened = fetch(ask(replica, topics).sessionEpoch(FIRST_EPOCH));
        assertThat(opened.errorCode()).isZero();
        assertThat(opened.responses()).as("answered in full").hasSize(topics.length);
        if (opened.sessionId() != NO_SESSION) {
            sessions.put(opened.sessionId(), FIRST_EPOCH + 1);
        }
        return opened.sessionId();
    }

    private ErrorCode goOn(int session) {
        int epoch = sessions.merge(session, 1, Integer::sum) - 1;
        return ErrorCode.of(
                fetch(ask(CONSUMER).sessionId(session).sessionEpoch(epoch)).errorCode());
    }

    private List<ErrorCode> goOnAll(int... ids) {
        return IntStream.of(ids).mapToObj(this::goOn).toList();
    }

    @Test
    void aThirdConsumerIsServedWithoutSessionWhileTheOthersAreYoung() {
        int first = open(CONSUMER, one);
        int second = open(CONSUMER, two);

        int third = open(CONSUMER, one, two);

        assertThat(third).isEqualTo(NO_SESSION);
        assertThat(goOnAll(first, second)).containsOnly(ErrorCode.NONE);
    }

    @Test
    void aFollowerTakesTheSlotOfTheConsumerWithTheFewestPartitions() {
        int large = open(CONSUMER, one, two);
        int small = open(CONSUMER, one);

        int follower = open(A_FOLLOWER, one);

        assertThat(follower).isNotEqualTo(NO_SESSION);
        assertThat(goOn(small)).isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(goOn(large)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void neitherConsumersNorFollowersTakeTheSlotsOfFollowers() {
        int first = open(A_FOLLOWER, one);
        int second = open(A_FOLLOWER, two);

        assertThat(open(CONSUMER, one, two)).isEqualTo(NO_SESSION);
        assertThat(open(A_FOLLOWER, one, two)).isEqualTo(NO_SESSION);
        assertThat(goOnAll(first, second)).doesNotContain(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
    }

    @Test
    void whoIsEvictedAsksForASessionAgainAndGetsTheNextFreeSlot() {
        int evicted = open(CONSUMER, one);
        int other = open(CONSUMER, one, two);
        open(A_FOLLOWER, one);
        assertThat(goOn(evicted)).isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
        boolean hadNoRoom = open(CONSUMER, one) == NO_SESSION;

        fetch(ask(CONSUMER).sessionId(other).sessionEpoch(FINAL_EPOCH));
        int again = open(CONSUMER, one);

        assertThat(hadNoRoom).isTrue();
        assertThat(again).isNotEqualTo(NO_SESSION).isNotEqualTo(evicted);
        assertThat(goOn(again)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aSessionOpenedInPlaceOfItsOwnTakesNoOthersSlot() {
        int first = open(CONSUMER, one);
        int second = open(CONSUMER, two);

        FetchResponse renewed = fetch(ask(CONSUMER, one).sessionId(first).sessionEpoch(FIRST_EPOCH));
        sessions.put(renewed.sessionId(), FIRST_EPOCH + 1);

        assertThat(renewed.sessionId()).isNotEqualTo(NO_SESSION);
        assertThat(goOn(first)).isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(goOnAll(second, renewed.sessionId())).containsOnly(ErrorCode.NONE);
    }
}
