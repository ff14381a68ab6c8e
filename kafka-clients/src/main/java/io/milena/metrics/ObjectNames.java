package io.milena.metrics;

import javax.management.ObjectName;

/**
 * Spells the names of MBeans, which are the names of metrics too: {@code
 * kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec,topic=orders}.
 *
 * <p>Keys stay in the order given, because people compare these names as text. A value with a character outside
 * letters, digits, {@code _ - % . } and blanks is quoted, as in {@code logDirectory="/var/lib/kafka"}. Immutable.
 */
public final class ObjectNames {

    private static final String PLAIN_MARKS = "_-%. \t";

    private final String text;

    private ObjectNames(String text) {
        this.text = text;
    }

    /** The name without tags: {@code domain:type=type,name=name}. */
    public static ObjectNames of(String domain, String type, String name) {
        return new ObjectNames(domain + ":type=" + type + ",name=" + name);
    }

    /** The name of an MBean that shows a whole set of figures: {@code domain:type=type}. */
    public static ObjectNames ofType(String domain, String type) {
        return new ObjectNames(domain + ":type=" + type);
    }

    /** This name with one more tag at its end; an empty value adds nothing. */
    public ObjectNames with(String key, String value) {
        return value.isEmpty() ? this : new ObjectNames(text + "," + key + "=" + sanitized(value));
    }

    /** This name with one more number as a tag. */
    public ObjectNames with(String key, int value) {
        return new ObjectNames(text + "," + key + "=" + value);
    }

    /** {@code value} as it stands in a name: itself, or quoted. */
    public static String sanitized(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!isPlain(value.charAt(i))) {
                return ObjectName.quote(value);
            }
        }
        return value;
    }

    private static boolean isPlain(char c) {
        boolean isWord = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
        return isWord || PLAIN_MARKS.indexOf(c) >= 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
