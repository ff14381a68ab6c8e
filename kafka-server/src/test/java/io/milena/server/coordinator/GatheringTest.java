package io.milena.server.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several answers handed over together. */
class GatheringTest {

    private final List<List<String>> done = new ArrayList<>();

    @Test
    void theAnswersComeInTheOrderOfTheirPlaces() {
        var gathering = new Gathering<String>(3, done::add);

        gathering.part(2).give("c");
        gathering.part(0).give("a");
        assertThat(done).isEmpty();
        gathering.part(1).give("b");

        assertThat(done).containsExactly(List.of("a", "b", "c"));
    }

    @Test
    void nothingToWaitForIsDoneAtOnce() {
        Gathering.<String, String>of(List.of(), (part, reply) -> reply.give(part), done::add);

        assertThat(done).containsExactly(List.of());
    }

    @Test
    void eachPartIsAskedForItsAnswer() {
        Gathering.<String, String>of(List.of("a", "b"), (part, reply) -> reply.give(part + "!"), done::add);

        assertThat(done).containsExactly(List.of("a!", "b!"));
    }
}
