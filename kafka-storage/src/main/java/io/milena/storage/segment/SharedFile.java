package io.milena.storage.segment;

import io.milena.storage.files.StoreFile;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open file and the number of those who may still read from it. Closed when the last reference is released, never
 * earlier: a descriptor closed under a reader could by then be another file's. Thread-safe.
 */
public final class SharedFile {

    private static final Logger log = LoggerFactory.getLogger(SharedFile.class);

    private final StoreFile file;
    private final AtomicInteger references = new AtomicInteger(1);

    /** With one reference, the caller's. */
    public SharedFile(StoreFile file) {
        this.file = file;
    }

    public StoreFile file() {
        return file;
    }

    /** Takes one more reference; only for someone who holds one, or who excludes its release. */
    public SharedFile retain() {
        int before = references.getAndIncrement();
        if (before <= 0) {
            references.getAndDecrement();
            throw new IllegalStateException("file is closed");
        }
        return this;
    }

    /** Takes one more reference, unless the last one has been released already; for anyone. */
    public boolean tryRetain() {
        int held = references.get();
        while (held > 0) {
            if (references.compareAndSet(held, held + 1)) {
                return true;
            }
            held = references.get();
        }
        return false;
    }

    public void release() {
        int left = references.decrementAndGet();
        if (left > 0) {
            return;
        }
        if (left < 0) {
            throw new IllegalStateException("file released more often than retained");
        }
        try {
            file.close();
        } catch (IOException e) {
            log.warn("a log file could not be closed", e);
        }
    }

    /** Whether someone besides its segment holds it. */
    boolean isInUse() {
        return references.get() > 1;
    }
}
