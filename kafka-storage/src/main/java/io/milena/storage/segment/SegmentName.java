package io.milena.storage.segment;

import java.nio.file.Path;
import java.util.List;

/**
 * Names of the files of a segment: its base offset in twenty digits, then what the file holds, then what is being done
 * with it.
 *
 * <pre>
 *   00000000000000000021.log             batches
 *   00000000000000000021.index           offset to position
 *   00000000000000000021.timeindex       timestamp to offset
 *   00000000000000000021.txnindex        aborted transactions; only where there are any
 *   00000000000000000021.snapshot        producers up to this offset
 *   00000000000000000021.log.deleted     waits for removal; a crash leaves it, and the next start removes it
 *   00000000000000000021.log.cleaned     being written by compaction; dropped at start
 *   00000000000000000021.log.swap        complete, about to replace its originals; completed at start
 *   00000000000000000021.index.rebuilt   about to replace a damaged one; dropped at start
 * </pre>
 */
public final class SegmentName {

    public static final String LOG = ".log";
    public static final String OFFSET_INDEX = ".index";
    public static final String TIME_INDEX = ".timeindex";
    public static final String TRANSACTION_INDEX = ".txnindex";
    public static final String SNAPSHOT = ".snapshot";

    public static final String DELETED = ".deleted";
    public static final String CLEANED = ".cleaned";
    public static final String SWAP = ".swap";

    /** The files of a segment itself. */
    public static final List<String> KINDS = List.of(LOG, OFFSET_INDEX, TIME_INDEX, TRANSACTION_INDEX);

    public static final List<String> INDEX_KINDS = List.of(OFFSET_INDEX, TIME_INDEX, TRANSACTION_INDEX);

    public static final String REBUILT = ".rebuilt";

    /** What may stand behind the name of a file that comes or goes. */
    public static final List<String> SUFFIXES = List.of(DELETED, CLEANED, SWAP, REBUILT);

    private static final int DIGITS = 20;

    private SegmentName() {}

    /** For {@code kind} one of the constants above. */
    public static Path of(Path directory, long baseOffset, String kind) {
        return directory.resolve(digits(baseOffset) + kind);
    }

    /** Whether a file of this name is a segment's, coming or going or there to stay. */
    public static boolean isOfSegment(String name) {
        String plain = name;
        for (String suffix : SUFFIXES) {
            if (name.endsWith(suffix)) {
                plain = name.substring(0, name.length() - suffix.length());
            }
        }
        String kind = plain.length() > DIGITS ? plain.substring(DIGITS) : "";
        return (KINDS.contains(kind) || kind.equals(SNAPSHOT)) && baseOffset(plain, kind) >= 0;
    }

    private static String digits(long offset) {
        String number = Long.toString(offset);
        return "0".repeat(DIGITS - number.length()) + number;
    }

    /**
     * The base offset in a name such as {@code 00000000000000000021.log}; -1 if it has not this form with this kind.
     */
    public static long baseOffset(String name, String kind) {
        if (name.length() != DIGITS + kind.length() || !name.endsWith(kind)) {
            return -1;
        }
        long offset = 0;
        for (int i = 0; i < DIGITS; i++) {
            int digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9 || offset > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            offset = offset * 10 + digit;
        }
        return offset;
    }
}
