package io.milena.tools;

import io.milena.common.time.SystemTime;
import io.milena.common.time.Time;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process that a tool runs in. It is the root of the tools: its clocks, its end. Thread-safe. */
final class ProcessShell implements Shell {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Time time = new SystemTime();
    private final InputStream in = new BufferedInputStream(System.in, BUFFER_BYTES);
    private final PrintStream out = new PrintStream(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES),
            false,
            StandardCharsets.UTF_8);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public InputStream in() {
        return in;
    }

    @Override
    public PrintStream out() {
        return out;
    }

    @Override
    public PrintStream err() {
        return System.err;
    }

    @Override
    public Time time() {
        return time;
    }

    @Override
    public boolean isInteractive() {
        return System.console() != null;
    }

    @Override
    public void pause(Duration duration) {
        try {
            interrupted.await(duration.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted.countDown();
        }
    }

    @Override
    public void onInterrupt(Runnable action) {
        atEnd(() -> {
            action.run();
            awaitEnd();
        });
    }

    @Override
    public void onInterruptWhileReading(Runnable action) {
        atEnd(action);
    }

    /** The process lives until {@code action} returns. */
    private void atEnd(Runnable action) {
        Runnable hook = () -> {
            if (ended.getCount() > 0) {
                interrupted.countDown();
                action.run();
            }
        };
        Runtime.getRuntime().addShutdownHook(new Thread(hook, "tool-interrupt"));
    }

    private void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            ended.countDown();
        }
    }

    /** The tool has returned. */
    void ended() {
        out.flush();
        ended.countDown();
    }
}
