package io.milena.transport;

import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The direct memory of this JVM: who gives it out depends on how Netty was started, the JVM or Netty itself, so the
 * larger of both counts holds. Both are read without a lock.
 */
public final class JvmDirectMemory implements DirectMemory {

    private static final String POOL = "direct";

    private final List<BufferPoolMXBean> pools = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals(POOL))
            .toList();

    @Override
    public long limitBytes() {
        return PlatformDependent.maxDirectMemory();
    }

    @Override
    public long usedBytes() {
        long used = PlatformDependent.usedDirectMemory();
        for (BufferPoolMXBean pool : pools) {
            used = Math.max(used, pool.getMemoryUsed());
        }
        return used;
    }
}
