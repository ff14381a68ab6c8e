package io.milena.testing;

import io.netty.util.ResourceLeakDetector;
import java.util.ArrayList;
import java.util.List;

/**
 * Netty's leak detector, which besides keeps what it reports, so that a test can fail for it. Named to Netty by the
 * system property {@code io.netty.customResourceLeakDetector}.
 *
 * @param <T> the resource that is watched
 */
public final class RecordingLeakDetector<T> extends ResourceLeakDetector<T> {

    private static final List<String> leaks = new ArrayList<>();

    /** As Netty makes it. */
    public RecordingLeakDetector(Class<?> resourceType, int samplingInterval) {
        super(resourceType, samplingInterval);
    }

    /** As older code of Netty would make it: it complains if there is no such constructor. */
    public RecordingLeakDetector(Class<?> resourceType, int samplingInterval, long ignoredMaxActive) {
        this(resourceType, samplingInterval);
    }

    /** What has leaked since this was last asked. */
    static List<String> drain() {
        synchronized (leaks) {
            List<String> drained = List.copyOf(leaks);
            leaks.clear();
            return drained;
        }
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
        keep(resourceType + " was not released; last touched at" + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
        keep(resourceType + " was not released");
    }

    private static void keep(String leak) {
        synchronized (leaks) {
            leaks.add(leak);
        }
    }
}
