package io.milena.common;

/** Names a broker in the cluster; {@code broker.id} in its configuration. */
public record BrokerId(int value) implements Comparable<BrokerId> {

    public BrokerId {
        if (value < 0) {
            throw new IllegalArgumentException("broker id: " + value + " (expected: 0 or more)");
        }
    }

    @Override
    public int compareTo(BrokerId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
