package io.milena.compat.answers;

import static io.milena.compat.answers.Requests.at;
import static io.milena.compat.answers.Requests.fetch;
import static io.milena.compat.answers.Requests.from;
import static io.milena.compat.answers.Requests.produce;
import static io.milena.compat.answers.Requests.records;

import com.github.luben.zstd.Zstd;
import io.milena.common.Uuid;
import io.milena.compat.answers.Question.Ask;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.FetchRequest;
import io.milena.testkit.Compressions;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Fetch: places, limits, names and ids, sessions, followers, old formats. Stateless. */
final class FetchQuestions {

    private static final int LAST = 17;
    private static final int FIRST_WITH_EPOCHS = 9;
    private static final int FIRST_WITH_IDS = 13;
    private static final int FIRST_WITH_SESSIONS = 7;
    private static final int FIRST_WITH_STATE = 15;

    private FetchQuestions() {}

    static List<Question> all() {
        List<Question> questions = new ArrayList<>(List.of(
                plain("from the start", at(0, 0)),
                plain("from inside a batch", at(0, 1)),
                plain("from the second batch", at(0, 3)),
                plain("from the end", at(0, 5)),
                plain("beyond the end", at(0, 6)),
                plain("a negative offset", at(0, -1)),
                plain("a partition that is not there", at(9, 0)),
                plain("a negative partition", at(-1, 0)),
                plain("no bytes for the partition", at(0, 0).partitionMaxBytes(0)),
                plain("a byte for the partition", at(0, 0).partitionMaxBytes(1)),
                plain("a batch and a bit for the partition", at(0, 0).partitionMaxBytes(100)),
                ofEpoch("of the epoch that is", 0),
                ofEpoch("of a negative epoch", -5),
                ofEpoch("of a newer epoch", 4),
                fetching(0, "a topic that is not there", ask -> fetch(ask, from(ask, "nowhere", at(0, 0)))),
                fetching(0, "an empty topic", ask -> fetch(ask, from(ask, World.EMPTY, at(0, 0)))),
                fetching(0, "no topics", ask -> fetch(ask)),
                fetching(0, "a topic without partitions", ask -> fetch(ask, from(ask, World.PLAIN))),
                fetching(
                        4,
                        "committed only",
                        ask -> fetch(ask, from(ask, World.PLAIN, at(0, 0))).isolationLevel((byte) 1)),
                fetching(
                        4,
                        "committed only, and errors",
                        ask -> fetch(ask, from(ask, World.PLAIN, at(0, 77), at(5, 0)), from(ask, World.EMPTY, at(0, 0)))
                                .isolationLevel((byte) 1)),
                fetching(
                        3,
                        "a limit over all",
                        ask -> fetch(ask, from(ask, World.THREE, at(1, 0), at(2, 0)), from(ask, World.PLAIN, at(0, 0)))
                                .maxBytes(1)),
                fetching(
                        0,
                        "several topics and partitions",
                        ask -> fetch(
                                ask,
                                from(ask, World.THREE, at(2, 0), at(0, 0)),
                                from(ask, World.PLAIN, at(0, 3)),
                                from(ask, World.THREE, at(1, 0)))),
                fetching(
                        0,
                        "the same partition twice",
                        ask -> fetch(
                                ask, from(ask, World.PLAIN, at(0, 3), at(0, 0)), from(ask, World.PLAIN, at(0, 5))))));
        questions.addAll(ids());
        questions.addAll(sessions());
        questions.addAll(replicas());
        questions.addAll(formats());
        return questions;
    }

    private static Question fetching(int first, String name, Function<Ask, FetchRequest> request) {
        return Question.of(ApiKey.FETCH, first, LAST, name, request::apply);
    }

    private static Question plain(String name, FetchRequest.FetchPartition partition) {
        return fetching(0, name, ask -> fetch(ask, from(ask, World.PLAIN, partition)));
    }

    private static Question ofEpoch(String name, int epoch) {
        return fetching(
                FIRST_WITH_EPOCHS, name, ask -> fetch(ask, from(ask, World.PLAIN, at(0, 0).currentLeaderEpoch(epoch))));
    }

    private static List<Question> ids() {
        return List.of(
                fetching(
                        FIRST_WITH_IDS,
                        "an id of nobody",
                        ask -> fetch(
                                ask,
                                new FetchRequest.FetchTopic()
                                        .topicId(WireTopic.noTopicId())
                                        .partitions(List.of(at(0, 0))))),
                fetching(
                        FIRST_WITH_IDS,
                        "the id of a deleted topic",
                        ask -> fetch(ask, from(ask, World.GONE, at(0, 0)))),
                fetching(
                        FIRST_WITH_IDS,
                        "no id",
                        ask -> fetch(ask, new FetchRequest.FetchTopic().partitions(List.of(at(0, 0))))),
                fetching(
                        FIRST_WITH_IDS,
                        "an id of nobody beside one",
                        ask -> fetch(
                                ask,
                                new FetchRequest.FetchTopic()
                                        .topicId(WireTopic.noTopicId())
                                        .partitions(List.of(at(0, 0))),
                                from(ask, World.PLAIN, at(0, 3)))));
    }

    private static List<Question> sessions() {
        return List.of(
                fetching(FIRST_WITH_SESSIONS, "a new session", ask -> opening(ask, World.PLAIN)),
                fetching(
                        FIRST_WITH_SESSIONS,
                        "a new session of nothing",
                        ask -> fetch(ask).sessionEpoch(0)),
                fetching(
                        FIRST_WITH_SESSIONS,
                        "a session that is not there",
                        ask -> fetch(ask).sessionId(12345).sessionEpoch(3)),
                fetching(
                        FIRST_WITH_SESSIONS,
                        "a session that is not there, to be closed",
                        ask -> fetch(ask).sessionId(12345).sessionEpoch(-1)),
                fetching(
                        FIRST_WITH_SESSIONS,
                        "a session that is not there, to be replaced",
                        ask -> opening(ask, World.PLAIN).sessionId(12345)),
                fetching(
                        FIRST_WITH_SESSIONS,
                        "an epoch without a session",
                        ask -> fetch(ask).sessionEpoch(3)),
                fetching(
                        FIRST_WITH_SESSIONS,
                        "a negative epoch",
                        ask -> fetch(ask, from(ask, World.PLAIN, at(0, 0))).sessionEpoch(-7)),
                fetching(
                        FIRST_WITH_SESSIONS,
                        "forgetting without a session",
                        ask -> opening(ask, World.PLAIN)
                                .forgottenTopicsData(List.of(new FetchRequest.ForgottenTopic()
                                        .topic(World.PLAIN)
                                        .topicId(
                                                ask.version() < FIRST_WITH_IDS
                                                        ? Uuid.ZERO
                                                        : ask.world().idOf(World.PLAIN))
                                        .partitions(List.of(0))))));
    }

    private static FetchRequest opening(Ask ask, String topic) {
        return fetch(ask, from(ask, topic, at(0, 3))).sessionEpoch(0);
    }

    private static List<Question> replicas() {
        return List.of(
                fetching(0, "by a broker that is no replica", ask -> by(ask, 5)),
                fetching(0, "by the leader itself", ask -> by(ask, 0)),
                fetching(0, "by a debugging tool", ask -> by(ask, -2)),
                fetching(
                        12,
                        "with an earlier epoch fetched",
                        ask -> fetch(ask, from(ask, World.PLAIN, at(0, 3).lastFetchedEpoch(0)))),
                fetching(
                        12,
                        "with an epoch fetched that is not there",
                        ask -> fetch(ask, from(ask, World.PLAIN, at(0, 3).lastFetchedEpoch(7)))));
    }

    private static FetchRequest by(Ask ask, int replica) {
        var request = fetch(ask, from(ask, World.PLAIN, at(0, 3)));
        return ask.version() < FIRST_WITH_STATE
                ? request.replicaId(replica)
                : request.replicaState(
                        new FetchRequest.ReplicaState().replicaId(replica).replicaEpoch(-1));
    }

    /** What old clients get of what new ones have written. */
    private static List<Question> formats() {
        return List.of(
                written("of gzip", ask -> two().compressed(WireBatch.GZIP, Compressions::gzip)),
                written("of zstd", ask -> two().compressed(WireBatch.ZSTD, Zstd::compress)),
                written("of append time", ask -> two()).onOwnTopic(Map.of("message.timestamp.type", "LogAppendTime")));
    }

    private static WireBatch two() {
        return WireBatch.of(World.START_MS, "a", "b");
    }

    private static Question written(String name, Function<Ask, WireBatch> batch) {
        Question.Body fetching = ask -> fetch(ask, from(ask, ask.topic(), at(ask.position(), 0)));
        return Question.of(ApiKey.FETCH, 0, LAST, name, fetching)
                .onOwnTopic(Map.of())
                .filledWith(ask -> written(ask, batch));
    }

    private static ApiMessage written(Ask ask, Function<Ask, WireBatch> batch) {
        return produce(ask, -1, records(batch.apply(ask).bytes()));
    }
}
