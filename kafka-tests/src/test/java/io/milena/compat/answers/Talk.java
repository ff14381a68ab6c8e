package io.milena.compat.answers;

import java.io.UncheckedIOException;
import java.util.function.Consumer;

/**
 * A conversation of some clients with the coordinator of one group, in which each answer depends on what was said
 * before.
 *
 * @param name what it is about
 * @param script what the clients say, in order
 */
record Talk(String name, Consumer<Stage> script) {

    /** What was said, as lines that two brokers' conversations can be compared by. */
    String heldWith(Stage stage) {
        try {
            script.accept(stage);
        } catch (UncheckedIOException e) {
            throw new AssertionError(name + ", after\n" + stage.minutes(), e);
        }
        return stage.minutes();
    }
}
