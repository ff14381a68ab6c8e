package io.milena.common.time;

/** The clocks of the machine. Thread-safe. */
public final class SystemTime implements Time {

    @Override
    public long wallMs() {
        return System.currentTimeMillis();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
