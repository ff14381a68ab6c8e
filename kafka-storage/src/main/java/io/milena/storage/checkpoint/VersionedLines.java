package io.milena.storage.checkpoint;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The frame that all checkpoint files share.
 *
 * <pre>
 *   line 1    0                version
 *   line 2    n                number of entries
 *   line 3..  one entry each
 * </pre>
 *
 * <p>Every line ends with a line feed, so a file that was cut anywhere is told from a whole one. An empty file means no
 * entries: a fresh directory has such files.
 */
public final class VersionedLines {

    private static final String VERSION = "0";
    private static final int HEADER_LINES = 2;
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private VersionedLines() {}

    public static String write(List<String> entries) {
        var text = new StringBuilder();
        text.append(VERSION).append('\n').append(entries.size()).append('\n');
        entries.forEach(entry -> text.append(entry).append('\n'));
        return text.toString();
    }

    /** The entries. */
    public static List<String> read(String content) throws MalformedCheckpoint {
        if (content.isEmpty()) {
            return List.of();
        }
        List<String> lines = content.lines().toList();
        if (!content.endsWith("\n")) {
            throw new MalformedCheckpoint(lines.size(), lines.get(lines.size() - 1), "a line end");
        }
        if (!lines.get(0).trim().equals(VERSION)) {
            throw new MalformedCheckpoint(1, lines.get(0), "version " + VERSION);
        }
        if (lines.size() < HEADER_LINES) {
            throw new MalformedCheckpoint(2, "", "the number of entries");
        }
        long count = number(2, lines.get(1).trim(), Integer.MAX_VALUE);
        if (count != lines.size() - HEADER_LINES) {
            throw new MalformedCheckpoint(2, lines.get(1), (lines.size() - HEADER_LINES) + ", the entries that follow");
        }
        return lines.subList(HEADER_LINES, lines.size());
    }

    /** The fields of an entry. */
    public static String[] fields(String entry) {
        return BLANKS.split(entry.trim());
    }

    /** The line number of an entry, for messages. */
    public static int lineOf(int entry) {
        return HEADER_LINES + 1 + entry;
    }

    /** A number from 0 to {@code max}. */
    public static long number(int line, String text, long max) throws MalformedCheckpoint {
        try {
            long number = Long.parseLong(text);
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, as any other that is not in the range.
        }
        throw new MalformedCheckpoint(line, text, "a number from 0 to " + max);
    }
}
