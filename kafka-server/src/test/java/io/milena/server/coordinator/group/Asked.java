package io.milena.server.coordinator.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.coordinator.state.Reply;

/** Keeps the one answer that may come. */
final class Asked<R> implements Reply<R> {

    private R answer;

    @Override
    public void give(R given) {
        assertThat(answer).as("a second answer").isNull();
        answer = given;
    }

    boolean isAnswered() {
        return answer != null;
    }

    R answer() {
        assertThat(answer).as("an answer").isNotNull();
        return answer;
    }
}
