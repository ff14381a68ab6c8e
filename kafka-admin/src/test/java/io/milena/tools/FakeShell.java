package io.milena.tools;

import io.milena.common.time.Time;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process that is the test's: what a tool prints is kept, and waiting moves its clock. Confined to one thread. */
final class FakeShell implements Shell, Time {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
    private final PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
    private long nanos = 5_000_000;

    String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Override
    public InputStream in() {
        return new ByteArrayInputStream(new byte[0]);
    }

    @Override
    public PrintStream out() {
        return outStream;
    }

    @Override
    public PrintStream err() {
        return errStream;
    }

    @Override
    public Time time() {
        return this;
    }

    @Override
    public boolean isInteractive() {
        return false;
    }

    @Override
    public void pause(Duration duration) {
        nanos += duration.toNanos();
    }

    @Override
    public void onInterrupt(Runnable action) {}

    @Override
    public void onInterruptWhileReading(Runnable action) {}

    @Override
    public long wallMs() {
        return nanos / 1_000_000;
    }

    @Override
    public long nanos() {
        return nanos;
    }
}
