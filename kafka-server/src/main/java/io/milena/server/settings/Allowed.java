package io.milena.server.settings;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which values a setting may have beyond the form of its type. Read from the words of the key lists: {@code -} any,
 * {@code 1..} and {@code 1..9} ranges, {@code -1|R} minus one or a range, {@code one:a,b} one of these,
 * {@code anycase:a,b} one of these in any case, {@code nonempty}, {@code release} a release of the reference,
 * {@code replicas} a list of partition:broker pairs or a star.
 */
public sealed interface Allowed {

    /** Whether {@code value}, one element of a list or the whole text, is allowed. */
    boolean permits(String value);

    /** What is allowed, for messages. */
    String description();

    static Allowed parse(String words) {
        if (words.equals("-")) {
            return new Any();
        }
        if (words.equals("nonempty")) {
            return new NonEmpty();
        }
        if (words.equals("replicas")) {
            return new Replicas();
        }
        if (words.equals("release")) {
            return new Release();
        }
        if (words.startsWith("one:")) {
            return new OneOf(list(words.substring("one:".length())), Spelling.EXACT);
        }
        if (words.startsWith("anycase:")) {
            return new OneOf(list(words.substring("anycase:".length())), Spelling.ANY_CASE);
        }
        boolean orMinusOne = words.startsWith("-1|");
        return Range.parse(orMinusOne ? words.substring("-1|".length()) : words, orMinusOne);
    }

    private static List<String> list(String words) {
        return Arrays.asList(words.split(","));
    }

    /** Everything. */
    record Any() implements Allowed {

        @Override
        public boolean permits(String value) {
            return true;
        }

        @Override
        public String description() {
            return "any";
        }
    }

    /** Any text but the empty one. */
    record NonEmpty() implements Allowed {

        @Override
        public boolean permits(String value) {
            return !value.isEmpty();
        }

        @Override
        public String description() {
            return "a text that is not empty";
        }
    }

    /** A release of the reference: {@code 3.9}, or {@code 3.9-IV0} to be exact. */
    record Release() implements Allowed {

        private static final Pattern FORM = Pattern.compile("\\d+\\.\\d+(\\.\\d+)*(-IV\\d+)?");

        @Override
        public boolean permits(String value) {
            return FORM.matcher(value).matches();
        }

        @Override
        public String description() {
            return "a release such as 3.9 or 3.9-IV0";
        }
    }

    /** Replicas whose replication is throttled: {@code 0:1,1:2}, or {@code *} for all. */
    record Replicas() implements Allowed {

        private static final Pattern FORM = Pattern.compile("\\*|\\d+:\\d+|");

        @Override
        public boolean permits(String value) {
            return FORM.matcher(value).matches();
        }

        @Override
        public String description() {
            return "a list of partition:broker, or *";
        }
    }

    /** Whether upper and lower case are told apart. */
    enum Spelling {
        EXACT,
        ANY_CASE
    }

    /** One of a few words. */
    record OneOf(List<String> words, Spelling spelling) implements Allowed {

        public OneOf {
            words = List.copyOf(words);
        }

        @Override
        public boolean permits(String value) {
            return spelling == Spelling.EXACT
                    ? words.contains(value)
                    : words.stream().anyMatch(value::equalsIgnoreCase);
        }

        @Override
        public String description() {
            String list = "one of " + String.join(", ", words);
            return spelling == Spelling.EXACT ? list : list + " in any case";
        }
    }

    /**
     * A number between two bounds, both inclusive.
     *
     * @param max upper bound, absent for none
     * @param orMinusOne whether -1 is allowed too
     */
    record Range(BigDecimal min, @Nullable BigDecimal max, boolean orMinusOne) implements Allowed {

        private static final BigDecimal MINUS_ONE = BigDecimal.ONE.negate();

        private static Range parse(String words, boolean orMinusOne) {
            int dots = words.indexOf("..");
            String upper = words.substring(dots + 2);
            return new Range(
                    new BigDecimal(words.substring(0, dots)),
                    upper.isEmpty() ? null : new BigDecimal(upper),
                    orMinusOne);
        }

        @Override
        public boolean permits(String value) {
            BigDecimal number = new BigDecimal(value);
            if (orMinusOne && number.compareTo(MINUS_ONE) == 0) {
                return true;
            }
            return number.compareTo(min) >= 0 && (max == null || number.compareTo(max) <= 0);
        }

        @Override
        public String description() {
            String range = max == null ? min + " or more" : "from " + min + " to " + max;
            return orMinusOne ? range + ", or -1" : range;
        }
    }
}
