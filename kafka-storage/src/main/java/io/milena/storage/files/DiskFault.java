package io.milena.storage.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;

/**
 * What an error of the file system means for the directory it came from. Pure.
 *
 * <p>Java tells the causes apart by nothing but the system's text; one in another language than English counts as a
 * broken disk, which is what the reference makes of all of them.
 */
public enum DiskFault {
    /** The disk, or the quota on it, is full: goes away when something is deleted. */
    NO_SPACE,
    /** The process has too many open files: goes away when some are closed. */
    NO_DESCRIPTOR,
    /** The system takes what is on the heap through memory outside of it, and there is none: others give it back. */
    NO_MEMORY,
    /** Anything else: what was written may be lost. */
    BROKEN;

    /** Begins the message of a write that lacked memory: there the system has no message of its own. */
    static final String NO_MEMORY_TEXT = "No memory outside the heap to write through";

    private static final List<String> SPACE = List.of(
            "No space left on device", "Disk quota exceeded", "There is not enough space on the disk", "Disk full");
    private static final List<String> DESCRIPTORS = List.of("Too many open files");

    /** Of the error itself; its causes and what it suppressed do not count. */
    public static DiskFault of(IOException error) {
        String reason = error instanceof FileSystemException named ? named.getReason() : error.getMessage();
        String text = String.valueOf(reason);
        if (SPACE.stream().anyMatch(text::contains)) {
            return NO_SPACE;
        }
        if (text.startsWith(NO_MEMORY_TEXT)) {
            return NO_MEMORY;
        }
        return DESCRIPTORS.stream().anyMatch(text::contains) ? NO_DESCRIPTOR : BROKEN;
    }

    /** Whether it goes away by itself or by an operator's hand, and a later call may succeed. Never so for a force. */
    public boolean isPassing() {
        return this != BROKEN;
    }
}
