package io.milena.storage;

/** From where a read may take what it is asked for. */
public enum Source {
    /**
     * What was appended lately, and so lies in memory. The read takes no lock and waits for no disk, which makes it fit
     * for an event loop; for everything else the answer is {@link LogRead.Cold}.
     */
    MEMORY,
    /** Whatever there is; may wait for the disk. What is found is brought to memory, so that it can be sent at once. */
    DISK
}
