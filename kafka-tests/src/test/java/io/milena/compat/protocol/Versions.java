package io.milena.compat.protocol;

/** A range of versions as the schemas write it: {@code N}, {@code N-M}, {@code N+} or {@code none}. Immutable. */
record Versions(int low, int high) {

    static Versions parse(String text) {
        if (text.equals("none")) {
            return new Versions(0, -1);
        }
        if (text.endsWith("+")) {
            return new Versions(Integer.parseInt(text.substring(0, text.length() - 1)), Short.MAX_VALUE);
        }
        String[] ends = text.split("-");
        return new Versions(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    }

    boolean contains(int version) {
        return low <= version && version <= high;
    }
}
