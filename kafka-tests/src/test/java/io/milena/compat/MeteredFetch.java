package io.milena.compat;

import static io.milena.testkit.WireTopic.LARGE;

import io.milena.compat.MeteredCase.Stage;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FetchResponse;
import io.milena.testkit.WireBatch;
import io.milena.testkit.WireTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Good and bad Fetch requests, for what the meters make of them. */
final class MeteredFetch {

    private static final int VERSION = WireTopic.FETCH_VERSION;
    private static final int BY_ID = 13;

    private final List<MeteredCase> cases = new ArrayList<>();

    private MeteredFetch() {}

    static List<MeteredCase> cases() {
        var all = new MeteredFetch();
        all.good();
        all.refused();
        all.missing();
        all.sessions();
        all.oldClients();
        return all.cases;
    }

    /** The topic holds two batches, of two records and of one. */
    private static void fill(WireTopic topic) {
        topic.produce(WireBatch.now("a", "b"));
        topic.produce(WireBatch.now("c"));
    }

    private void add(String name, Consumer<Stage> action) {
        cases.add(MeteredCase.of(ApiKey.FETCH, name, action).after(MeteredFetch::fill));
    }

    private static FetchResponse send(Stage stage, int version, FetchRequest request) {
        return stage.client().call(FetchResponse.class, ApiKey.FETCH, version, request);
    }

    /** One partition, outside any session. */
    private void one(String name, int offset, UnaryOperator<FetchRequest> change) {
        add(
                name,
                stage -> send(
                        stage,
                        VERSION,
                        change.apply(WireTopic.fetching(LARGE, stage.topic().from(offset, LARGE)))));
    }

    private void good() {
        one("from the start", 0, request -> request);
        one("from inside a batch", 1, request -> request);
        one("at the end", 3, request -> request);
        one("waiting in vain", 3, request -> request.minBytes(1).maxWaitMs(20));
        one(
                "waiting in vain for more than there is",
                0,
                request -> request.minBytes(LARGE).maxWaitMs(20));
        one("of committed records", 0, request -> request.isolationLevel((byte) 1));
        one("by a follower of no such partition", 0, request -> request.replicaId(7));
        one("by a debugging consumer", 0, request -> request.replicaId(-2));
        add("no partitions", stage -> send(stage, VERSION, WireTopic.fetching(LARGE)));
        for (int version : new int[] {4, 11}) {
            add("version " + version, stage -> stage.topic().fetch(version, 0));
        }
    }

    private void refused() {
        one("beyond the end", 4, request -> request);
        one("of a negative offset", -7, request -> request);
        epoch("of a leader epoch to come", 9);
        add("of a partition that does not exist", stage -> {
            var topic = stage.topic().from(0, LARGE);
            topic.partitions().get(0).partition(9);
            send(stage, VERSION, WireTopic.fetching(LARGE, topic));
        });
        add("of a good and a bad offset", stage -> {
            var topic = stage.topic().from(0, LARGE);
            var missing =
                    new FetchRequest.FetchTopic().topic(MeteredRun.NO_TOPIC).partitions(topic.partitions());
            send(stage, VERSION, WireTopic.fetching(LARGE, topic, missing));
        });
    }

    private void epoch(String name, int leaderEpoch) {
        add(name, stage -> {
            var topic = stage.topic().from(0, LARGE);
            topic.partitions().get(0).currentLeaderEpoch(leaderEpoch);
            send(stage, VERSION, WireTopic.fetching(LARGE, topic));
        });
    }

    private void missing() {
        add("of a topic that does not exist", stage -> {
            var topic = stage.topic().from(0, LARGE).topic(MeteredRun.NO_TOPIC);
            send(stage, VERSION, WireTopic.fetching(LARGE, topic));
        });
        add("of a topic id that does not exist", stage -> {
            var topic = stage.topic().from(0, LARGE).topicId(WireTopic.noTopicId());
            send(stage, BY_ID, WireTopic.fetching(LARGE, topic));
        });
    }

    private void sessions() {
        add("a session with and without news", stage -> {
            var opening =
                    WireTopic.fetching(LARGE, stage.topic().from(0, LARGE)).sessionEpoch(0);
            int session = send(stage, VERSION, opening).sessionId();
            send(
                    stage,
                    VERSION,
                    WireTopic.fetching(LARGE, stage.topic().from(3, LARGE))
                            .sessionId(session)
                            .sessionEpoch(1));
            send(stage, VERSION, WireTopic.fetching(LARGE).sessionId(session).sessionEpoch(2));
        });
        add("a wrong session epoch", stage -> {
            var opening =
                    WireTopic.fetching(LARGE, stage.topic().from(0, LARGE)).sessionEpoch(0);
            int session = send(stage, VERSION, opening).sessionId();
            send(stage, VERSION, WireTopic.fetching(LARGE).sessionId(session).sessionEpoch(7));
        });
        one(
                "a session that does not exist",
                0,
                request -> request.sessionId(12_345).sessionEpoch(1));
    }

    private void oldClients() {
        add("version 3", stage -> stage.topic().fetch(3, 0));
        add("version 1", stage -> stage.topic().fetch(1, 0));
        add("version 3 at the end", stage -> stage.topic().fetch(3, 3));
        cases.add(MeteredCase.of(
                        ApiKey.FETCH,
                        "version 3 where conversion is off",
                        stage -> stage.topic().fetch(3, 0))
                .with(Map.of("message.downconversion.enable", "false"))
                .after(MeteredFetch::fill));
        cases.add(MeteredCase.of(
                        ApiKey.FETCH,
                        "version 9 of zstd",
                        stage -> stage.topic().fetch(9, 0))
                .with(Map.of("compression.type", "zstd"))
                .after(MeteredFetch::fill));
    }
}
