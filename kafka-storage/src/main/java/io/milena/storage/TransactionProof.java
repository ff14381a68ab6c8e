package io.milena.storage;

/**
 * What a leader knows about a transaction that a batch may begin in its log (KIP-890). A batch that comes late, after
 * the marker that ended its transaction, would begin one that nobody ever ends; so whoever brings it has asked the
 * coordinator first, and no marker of the producer has come since.
 *
 * @param markers how many markers of the producer this log had seen before the coordinator was asked, or a reason for
 *     which that does not matter
 */
public record TransactionProof(long markers) {

    private static final long NOT_WANTED = -2;
    private static final long NOTHING_ASKED = -1;

    /** Any transaction may begin. */
    public static final TransactionProof UNWANTED = new TransactionProof(NOT_WANTED);

    /** None may begin; one that is open goes on. */
    public static final TransactionProof NONE = new TransactionProof(NOTHING_ASKED);

    /** Whether a transaction may begin in a log that has seen {@code markersNow} markers of its producer. */
    public boolean holds(long markersNow) {
        return markers == NOT_WANTED || markers == markersNow;
    }
}
