package io.milena.tools;

import io.milena.common.time.Time;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;

/** What a tool has of its process: streams, clocks, and the user's wish to end it. Thread-safe. */
interface Shell {

    InputStream in();

    PrintStream out();

    PrintStream err();

    Time time();

    /** Whether a person types at {@link #in} and reads {@link #out}. */
    boolean isInteractive();

    /** Waits so long; less if the user ends the tool. */
    void pause(Duration duration);

    /**
     * {@code action} is run when the user ends the tool (Ctrl-C, SIGTERM), on a thread of its own, while the tool goes
     * on. The process ends when the tool has returned.
     */
    void onInterrupt(Runnable action);

    /**
     * The same for a tool that reads {@link #in}, which may stay open with nothing to read: the process ends when
     * {@code action} has returned.
     */
    void onInterruptWhileReading(Runnable action);
}
