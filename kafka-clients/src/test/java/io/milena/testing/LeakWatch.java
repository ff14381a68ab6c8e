package io.milena.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class after which a buffer is found that was never released. Registered for all tests by JUnit's
 * automatic detection of extensions.
 *
 * <p>A leak is seen when the garbage collector has found the buffer and another is allocated, so it may be told of a
 * class that ran later in the same JVM; the records of the leak name the place.
 */
public final class LeakWatch implements AfterAllCallback {

    private static final long LONGEST_COLLECTION_MS = 2_000;

    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        var collected = new ReferenceQueue<Object>();
        var canary = new WeakReference<>(new Object(), collected);
        System.gc();
        collected.remove(LONGEST_COLLECTION_MS);
        assertThat(canary.get()).as("collected").isNull();
        PooledByteBufAllocator.DEFAULT.buffer(1).release();
        assertThat(RecordingLeakDetector.drain()).as("leaked buffers").isEmpty();
    }
}
