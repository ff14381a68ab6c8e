package io.milena.tools;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a line of text becomes a record, by the {@code --property} words of the console producer:
 *
 * <pre>
 *   h1:v1,h2:v2 TAB key TAB value      parse.headers=true and parse.key=true, separators as they are by default
 * </pre>
 *
 * <p>Immutable.
 */
final class LineFormat {

    private static final String TRUE = "true";

    private static final Set<String> KNOWN = Set.of(
            "parse.key",
            "parse.headers",
            "ignore.error",
            "key.separator",
            "headers.delimiter",
            "headers.separator",
            "headers.key.separator",
            "null.marker");

    private final boolean parseKey;
    private final boolean parseHeaders;
    private final boolean ignoreError;
    private final String keySeparator;
    private final String headersDelimiter;
    private final String headersSeparator;
    private final String headersKeySeparator;
    private final @Nullable String nullMarker;

    /** @throws ToolFailure for a property that there is not, or separators that cannot be told apart */
    LineFormat(Map<String, String> properties) {
        Set<String> unknown = new TreeSet<>(properties.keySet());
        unknown.removeAll(KNOWN);
        if (!unknown.isEmpty()) {
            throw new ToolFailure("--property: " + String.join(", ", unknown) + " (expected: one of "
                    + String.join(", ", new TreeSet<>(KNOWN)) + ")");
        }
        parseKey = TRUE.equalsIgnoreCase(properties.get("parse.key"));
        parseHeaders = TRUE.equalsIgnoreCase(properties.get("parse.headers"));
        ignoreError = TRUE.equalsIgnoreCase(properties.get("ignore.error"));
        keySeparator = properties.getOrDefault("key.separator", "\t");
        headersDelimiter = properties.getOrDefault("headers.delimiter", "\t");
        headersSeparator = properties.getOrDefault("headers.separator", ",");
        headersKeySeparator = properties.getOrDefault("headers.key.separator", ":");
        nullMarker = properties.get("null.marker");
        different("headers.delimiter", headersDelimiter, "headers.separator", headersSeparator);
        different("headers.delimiter", headersDelimiter, "headers.key.separator", headersKeySeparator);
        different("headers.separator", headersSeparator, "headers.key.separator", headersKeySeparator);
        for (String separator : List.of(keySeparator, headersDelimiter, headersSeparator, headersKeySeparator)) {
            if (separator.isEmpty() || separator.equals(nullMarker)) {
                throw new ToolFailure("--property: a separator is empty, or the same as null.marker");
            }
        }
    }

    private void different(String one, String its, String other, String others) {
        if (parseHeaders && its.equals(others)) {
            throw new ToolFailure("--property: " + one + " and " + other + " are both '" + its + "'");
        }
    }

    /** What a line says. */
    record Parsed(List<ParsedHeader> headers, byte @Nullable [] key, byte @Nullable [] value) {}

    /** One header of a line. */
    record ParsedHeader(String key, byte @Nullable [] value) {}

    /**
     * Reads one line.
     *
     * @param number of the line, from 1
     * @throws ToolFailure if a separator is missing, and that is not ignored
     */
    Parsed parse(String line, long number) {
        String rest = line;
        List<ParsedHeader> headers = List.of();
        if (parseHeaders) {
            int at = separatorIn(rest, headersDelimiter, "headers", number);
            if (at >= 0) {
                headers = headers(rest.substring(0, at), number);
                rest = rest.substring(at + headersDelimiter.length());
            }
        }
        byte[] key = null;
        if (parseKey) {
            int at = separatorIn(rest, keySeparator, "key", number);
            if (at >= 0) {
                key = bytes(rest.substring(0, at));
                rest = rest.substring(at + keySeparator.length());
            }
        }
        return new Parsed(headers, key, bytes(rest));
    }

    private int separatorIn(String text, String separator, String what, long number) {
        int at = text.indexOf(separator);
        if (at < 0 && !ignoreError) {
            String name = what.equals("key") ? "key separator" : "headers delimiter";
            throw new ToolFailure("No " + name + " found on line number " + number + ": '" + text
                    + "' (--property ignore.error=true lets it pass)");
        }
        return at;
    }

    private List<ParsedHeader> headers(String text, long number) {
        List<ParsedHeader> headers = new ArrayList<>();
        if (text.equals(nullMarker)) {
            return headers;
        }
        for (String pair : text.split(Pattern.quote(headersSeparator), -1)) {
            int at = pair.indexOf(headersKeySeparator);
            if (at < 0 && !ignoreError) {
                throw new ToolFailure("No header key separator found in pair '" + pair + "' on line number " + number
                        + " (--property ignore.error=true lets it pass)");
            }
            String key = at < 0 ? pair : pair.substring(0, at);
            if (key.equals(nullMarker)) {
                throw new ToolFailure("Header keys should not be equal to the null marker '" + nullMarker
                        + "' as they can't be null, on line number " + number);
            }
            headers.add(
                    new ParsedHeader(key, at < 0 ? null : bytes(pair.substring(at + headersKeySeparator.length()))));
        }
        return headers;
    }

    private byte @Nullable [] bytes(String text) {
        return text.equals(nullMarker) ? null : text.getBytes(StandardCharsets.UTF_8);
    }
}
