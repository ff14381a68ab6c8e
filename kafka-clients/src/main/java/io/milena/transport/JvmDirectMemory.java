package io.milena.transport;

import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The direct memory of this JVM: who gives it out depends on how Netty was started, the JVM or Netty itself, so the
 * larger of both counts holds. Both are read without a lock.
 *
 * <p>The JVM's count is looked up when it is wanted first: management takes a while to load, and the start of a client
 * should not wait for that.
 */
public final class JvmDirectMemory implements DirectMemory {

    private static final String POOL = "direct";

    private volatile @Nullable List<BufferPoolMXBean> pools;

    @Override
    public long limitBytes() {
        return PlatformDependent.maxDirectMemory();
    }

    @Override
    public long usedBytes() {
        long used = PlatformDependent.usedDirectMemory();
        for (BufferPoolMXBean pool : pools()) {
            used = Math.max(used, pool.getMemoryUsed());
        }
        return used;
    }

    private List<BufferPoolMXBean> pools() {
        List<BufferPoolMXBean> known = pools;
        if (known != null) {
            return known;
        }
        List<BufferPoolMXBean> found = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals(POOL))
                .toList();
        pools = found;
        return found;
    }
}
