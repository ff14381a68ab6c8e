package io.milena.compat.answers;

import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.testkit.WireClient;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where one {@link Talk} takes place: its group, its actors, each with a connection of its own, and the minutes.
 * Confined to the test's thread.
 */
final class Stage implements AutoCloseable {

    private static final Pattern MADE_UP = Pattern.compile(".+-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final int PATIENCE_MS = 20_000;

    private final InetSocketAddress address;
    private final String group;
    private final AnswerText text;
    private final Map<String, Actor> actors = new LinkedHashMap<>();
    private final Map<String, String> memberIds = new LinkedHashMap<>();
    private final List<String> minutes = new ArrayList<>();

    Stage(InetSocketAddress address, World world, String group) {
        this.address = address;
        this.group = group;
        this.text = new AnswerText(world, group, AnswerText.NO_OWN_PARTITION, this::withoutIds);
    }

    /** The group that is talked about, if an actor does not say otherwise. */
    String group() {
        return group;
    }

    /** The actor of this name, who comes with the first mention. */
    Actor actor(String name) {
        return actors.computeIfAbsent(name, fresh -> new Actor(fresh, this, WireClient.connect(address, PATIENCE_MS)));
    }

    /** Takes down what {@code actor} was answered. */
    void heard(String actor, ApiKey api, int version, ApiMessage answer) {
        minutes.add(actor + " " + api.apiName() + " v" + version + ": " + withoutIds(text.of(answer)));
    }

    /** An id that the coordinator has made up is called by its number in the talk from here on. */
    void memberIdHeard(String memberId) {
        if (MADE_UP.matcher(memberId).matches()) {
            memberIds.putIfAbsent(memberId, "member-" + (memberIds.size() + 1));
        }
    }

    private String withoutIds(String said) {
        String result = said;
        for (Map.Entry<String, String> id : memberIds.entrySet()) {
            result = result.replace(id.getKey(), id.getValue());
        }
        return result;
    }

    String minutes() {
        return String.join("\n", minutes);
    }

    @Override
    public void close() {
        actors.values().forEach(Actor::close);
    }
}
