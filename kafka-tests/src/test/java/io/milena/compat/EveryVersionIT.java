package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.Uuid;
import io.milena.compat.SampleRequests.Subject;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.ApiVersionsRequest;
import io.milena.protocol.messages.ApiVersionsResponse;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireTopic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Every API that is served answers in every version it is served in, and the answer can be read: a field that a version
 * cannot carry, set by a handler that did not think of it, shows here.
 */
class EveryVersionIT extends WireSuite {

    private final SampleRequests samples = new SampleRequests();

    @Test
    void plainRequestsAreAnswered() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "the reference serves more than there are samples of");
        WireTopic topic = newTopic();
        var here = new Subject(topic.name(), idOf(topic.name()), 0, true);

        assertThat(unanswered(here)).isEmpty();
    }

    @Test
    void requestsForWhatIsNotThereAreAnswered() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "the reference serves more than there are samples of");
        var nowhere = new Subject("no-such-topic", WireTopic.noTopicId(), 0, false);

        assertThat(unanswered(nowhere)).isEmpty();
    }

    @Test
    void requestsForAPartitionThatIsNotThereAreAnswered() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "the reference serves more than there are samples of");
        WireTopic topic = newTopic();
        var beyond = new Subject(topic.name(), idOf(topic.name()), 7, false);

        assertThat(unanswered(beyond)).isEmpty();
    }

    private List<String> unanswered(Subject subject) {
        List<String> failures = new ArrayList<>();
        var request = new ApiVersionsRequest().clientSoftwareName("wire").clientSoftwareVersion("1");
        for (var range : client.call(ApiVersionsResponse.class, ApiKey.API_VERSIONS, 3, request)
                .apiKeys()) {
            for (int version = range.minVersion(); version <= range.maxVersion(); version++) {
                ask(ApiKey.of(range.apiKey()), version, subject, failures);
            }
        }
        return failures;
    }

    private void ask(ApiKey api, int version, Subject subject, List<String> failures) {
        try {
            client.send(api, version, samples.request(api, version, subject));
            ApiMessage answer = client.receive(ApiMessage.class, api, version);
            answer.release();
        } catch (RuntimeException | AssertionError e) {
            failures.add(api + " v" + version + ": " + e);
            disconnect();
            connect();
        }
    }

    private Uuid idOf(String name) {
        var request = new MetadataRequest()
                .topics(List.of(new MetadataRequest.MetadataRequestTopic().name(name)))
                .allowAutoTopicCreation(true);
        return client.call(MetadataResponse.class, ApiKey.METADATA, 12, request)
                .topics()
                .get(0)
                .topicId();
    }
}
