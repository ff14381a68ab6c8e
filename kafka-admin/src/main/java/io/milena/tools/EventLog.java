package io.milena.tools;

import io.milena.common.time.Time;
import java.io.PrintStream;

/** Tells what happens, one JSON object a line, for the program that reads it. Thread-safe. */
final class EventLog {

    private final PrintStream out;
    private final Time time;

    EventLog(Shell shell) {
        this.out = shell.out();
        this.time = shell.time();
    }

    /** The beginning of an event, to be completed and told. */
    JsonLine event(String name) {
        return new JsonLine().with("timestamp", time.wallMs()).with("name", name);
    }

    synchronized void tell(JsonLine event) {
        out.println(event);
        out.flush();
    }

    void tell(String name) {
        tell(event(name));
    }
}
