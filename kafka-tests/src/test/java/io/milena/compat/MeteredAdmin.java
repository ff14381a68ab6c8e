package io.milena.compat;

import io.milena.compat.SampleRequests.Subject;
import io.milena.protocol.ApiKey;
import io.milena.testkit.WireTopic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests of the other APIs, about a topic that exists and one that does not, for what the meters make of them. */
final class MeteredAdmin {

    private static final Map<ApiKey, Integer> VERSIONS = new LinkedHashMap<>();

    static {
        VERSIONS.put(ApiKey.LIST_OFFSETS, 7);
        VERSIONS.put(ApiKey.METADATA, 9);
        VERSIONS.put(ApiKey.OFFSET_FOR_LEADER_EPOCH, 4);
        VERSIONS.put(ApiKey.INIT_PRODUCER_ID, 4);
        VERSIONS.put(ApiKey.DESCRIBE_CLUSTER, 0);
        VERSIONS.put(ApiKey.CREATE_TOPICS, 6);
        VERSIONS.put(ApiKey.CREATE_PARTITIONS, 3);
        VERSIONS.put(ApiKey.DESCRIBE_CONFIGS, 4);
        VERSIONS.put(ApiKey.ALTER_CONFIGS, 2);
        VERSIONS.put(ApiKey.INCREMENTAL_ALTER_CONFIGS, 1);
        VERSIONS.put(ApiKey.DESCRIBE_ACLS, 3);
        VERSIONS.put(ApiKey.CREATE_ACLS, 3);
        VERSIONS.put(ApiKey.DELETE_ACLS, 3);
        VERSIONS.put(ApiKey.DELETE_TOPICS, 6);
    }

    private MeteredAdmin() {}

    static List<MeteredCase> cases() {
        var samples = new SampleRequests();
        List<MeteredCase> cases = new ArrayList<>();
        VERSIONS.forEach((api, version) -> {
            cases.add(MeteredCase.of(api, "of a topic", stage -> ask(samples, version, stage, new Asked(api, true))));
            cases.add(MeteredCase.of(api, "of none", stage -> ask(samples, version, stage, new Asked(api, false))));
        });
        return cases;
    }

    private record Asked(ApiKey api, boolean exists) {}

    private static void ask(SampleRequests samples, int version, MeteredCase.Stage stage, Asked asked) {
        String topic = asked.exists ? stage.topic().name() : MeteredRun.NO_TOPIC;
        var subject = new Subject(topic, WireTopic.noTopicId(), 0, asked.exists);
        stage.client().send(asked.api, version, samples.request(asked.api, version, subject));
        stage.client().receiveFrame();
    }
}
