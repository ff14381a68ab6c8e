package io.milena.generator;

/**
 * An unbroken run of versions, both ends included; empty when {@code high < low}. Immutable.
 *
 * @param low the first version
 * @param high the last version, or {@link #OPEN} for "and all that follow"
 */
record VersionRange(int low, int high) {

    static final int OPEN = Short.MAX_VALUE;

    static final VersionRange NONE = new VersionRange(0, -1);

    /**
     * Reads {@code N}, {@code N-M}, {@code N+} or {@code none}.
     *
     * @throws IllegalArgumentException if {@code text} is none of these
     */
    static VersionRange parse(String text) {
        if (text.equals("none")) {
            return NONE;
        }
        if (text.endsWith("+")) {
            return new VersionRange(version(text, text.substring(0, text.length() - 1)), OPEN);
        }
        int dash = text.indexOf('-');
        if (dash < 0) {
            return new VersionRange(version(text, text), version(text, text));
        }
        var range = new VersionRange(version(text, text.substring(0, dash)), version(text, text.substring(dash + 1)));
        if (range.isEmpty()) {
            throw new IllegalArgumentException("version range '" + text + "' (expected: the lower end first)");
        }
        return range;
    }

    private static int version(String range, String digits) {
        if (!digits.matches("[0-9]{1,4}")) {
            throw new IllegalArgumentException("version range '" + range + "' (expected: N, N-M, N+ or none)");
        }
        return Integer.parseInt(digits);
    }

    boolean isEmpty() {
        return high < low;
    }

    boolean contains(int version) {
        return low <= version && version <= high;
    }

    VersionRange intersect(VersionRange other) {
        return new VersionRange(Math.max(low, other.low), Math.min(high, other.high));
    }

    @Override
    public String toString() {
        if (isEmpty()) {
            return "none";
        }
        if (high == OPEN) {
            return low + "+";
        }
        return low == high ? Integer.toString(low) : low + "-" + high;
    }
}
