package io.milena.server;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How much of the memory in which the system keeps files may be counted on. */
final class PageCache {

    /** Small, since programs and other files want memory too, and a loop that counts on too much waits for a disk. */
    private static final int RELIABLE_SHARE = 8;

    private PageCache() {}

    /** So many of the bytes written last are taken to be in memory still; a limit of a container counts. */
    static long reliableBytes() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return system.getTotalMemorySize() / RELIABLE_SHARE;
    }
}
