package io.milena.storage;

import java.io.IOException;

/**
 * One kind of thing that happens to a log in a random history.
 *
 * @param weight how often, beside the other kinds
 * @param name for messages
 * @param action does it to the log and to its model
 */
record HistoryStep(int weight, String name, Action action) {

    /** Does it, and tells the model before and after. */
    @FunctionalInterface
    interface Action {
        void on(LogSubject subject) throws IOException;
    }
}
