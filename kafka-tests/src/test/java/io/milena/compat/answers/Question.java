package io.milena.compat.answers;

import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One request, asked in several versions of its API. Confined to the test's thread.
 *
 * <p>It may have a topic of its own, with a partition for each of the versions, so that they do not disturb each other;
 * and a second request behind each, which shows what the first has left behind.
 */
final class Question {

    private final String name;
    private final ApiKey api;
    private List<Integer> versions;
    private final Body body;
    private final List<FollowUp> followUps = new ArrayList<>();
    private Map<String, String> topicSettings = Map.of();
    private @Nullable Body filling;
    private boolean ownTopic;
    private boolean silent;

    /** What the request is made from: the version, and which one it is in the list of versions. */
    record Ask(int version, int position, String topic, World world) {}

    /** Makes the request. */
    @FunctionalInterface
    interface Body {
        ApiMessage of(Ask ask);
    }

    /** A request that is sent once the first is answered. */
    record FollowUp(ApiKey api, int version, Body body) {}

    private Question(String name, ApiKey api, List<Integer> versions, Body body) {
        this.name = api.apiName() + ": " + name;
        this.api = api;
        this.versions = versions;
        this.body = body;
    }

    static Question of(ApiKey api, int firstVersion, int lastVersion, String name, Body body) {
        return new Question(
                name,
                api,
                IntStream.rangeClosed(firstVersion, lastVersion).boxed().toList(),
                body);
    }

    /** With a topic of its own that has these settings. */
    Question onOwnTopic(Map<String, String> settings) {
        ownTopic = true;
        topicSettings = settings;
        return this;
    }

    /** In those versions only, of the ones that it has. */
    Question onlyIn(Set<Integer> wanted) {
        versions = versions.stream().filter(wanted::contains).toList();
        return this;
    }

    Question then(ApiKey followUpApi, int version, Body followUp) {
        followUps.add(new FollowUp(followUpApi, version, followUp));
        return this;
    }

    /** A Produce (v9) that is sent before the question itself. */
    Question filledWith(Body produce) {
        filling = produce;
        return this;
    }

    @Nullable
    Body filling() {
        return filling;
    }

    /** No answer is expected, so nobody waits long for one. */
    Question withoutAnswer() {
        silent = true;
        return this;
    }

    String name() {
        return name;
    }

    ApiKey api() {
        return api;
    }

    List<Integer> versions() {
        return versions;
    }

    ApiMessage request(int position, World world) {
        return body.of(ask(position, world));
    }

    Ask ask(int position, World world) {
        return new Ask(versions.get(position), position, topic(), world);
    }

    List<FollowUp> followUps() {
        return followUps;
    }

    boolean hasOwnTopic() {
        return ownTopic;
    }

    Map<String, String> topicSettings() {
        return topicSettings;
    }

    boolean isSilent() {
        return silent;
    }

    String topic() {
        return ownTopic ? "for-" + name.replaceAll("[^a-zA-Z0-9]+", "-") : World.PLAIN;
    }
}
