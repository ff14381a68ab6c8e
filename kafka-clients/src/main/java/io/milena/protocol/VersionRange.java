package io.milena.protocol;

/**
 * An unbroken run of versions, both ends included. Immutable.
 *
 * @param lowest the first version
 * @param highest the last version, not below the first
 */
public record VersionRange(short lowest, short highest) {

    public VersionRange {
        if (lowest < 0 || highest < lowest) {
            throw new IllegalArgumentException(
                    "versions " + lowest + " to " + highest + " (expected: 0 <= low <= high)");
        }
    }

    public boolean contains(short version) {
        return lowest <= version && version <= highest;
    }

    @Override
    public String toString() {
        return lowest + "-" + highest;
    }
}
