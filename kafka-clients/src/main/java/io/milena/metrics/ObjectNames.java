package io.milena.metrics;

import java.util.regex.Pattern;
import javax.management.ObjectName;

/**
 * Spells the names of MBeans, which are the names of metrics too: {@code
 * kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec,topic=orders}.
 *
 * <p>Keys stay in the order given, because people compare these names as text. A value with a character outside
 * letters, digits, {@code _ - % . } and blanks is quoted, as in {@code logDirectory="/var/lib/kafka"}. Immutable.
 */
public final class ObjectNames {

    private static final Pattern PLAIN_VALUE = Pattern.compile("[\\w\\-%. \\t]*");

    private final String text;

    private ObjectNames(String text) {
        this.text = text;
    }

    /** The name without tags: {@code domain:type=type,name=name}. */
    public static ObjectNames of(String domain, String type, String name) {
        return new ObjectNames(domain + ":type=" + type + ",name=" + name);
    }

    /** This name with one more tag at its end; an empty value adds nothing. */
    public ObjectNames with(String key, String value) {
        return value.isEmpty() ? this : new ObjectNames(text + "," + key + "=" + sanitized(value));
    }

    /** This name with one more number as a tag. */
    public ObjectNames with(String key, int value) {
        return with(key, Integer.toString(value));
    }

    /** {@code value} as it stands in a name: itself, or quoted. */
    public static String sanitized(String value) {
        return PLAIN_VALUE.matcher(value).matches() ? value : ObjectName.quote(value);
    }

    @Override
    public String toString() {
        return text;
    }
}
