package io.milena.compat.answers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A file of answers.
 *
 * <pre>
 *   # name of a question
 *   because: why we answer otherwise than the reference        (only in the book of differences)
 *   v0-v3 {an answer}
 *   v4 {another answer}
 *     then {the answer to the request behind it}
 * </pre>
 */
final class AnswerBook {

    private static final String TITLE = "# ";
    private static final String REASON = "because: ";
    private static final Pattern ROW = Pattern.compile("^v(\\d+)(?:-v(\\d+))? ", Pattern.MULTILINE);
    private static final int FIRST_OF_ROW = 1;
    private static final int LAST_OF_ROW = 2;

    private AnswerBook() {}

    /** One question's part of a book. */
    record Entry(String answer, String reason) {}

    static Map<String, Entry> read(Path file) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        String title = "";
        for (String line : lines(file)) {
            if (line.startsWith(TITLE)) {
                title = line.substring(TITLE.length());
                entries.put(title, new Entry("", ""));
            } else if (!line.isBlank() && !title.isEmpty()) {
                Entry before = entries.get(title);
                entries.put(title, with(before, line));
            }
        }
        return entries;
    }

    /** The first and the last version of each row of versions that are answered alike. */
    static Set<Integer> endsOfRows(String answer) {
        Set<Integer> versions = new TreeSet<>();
        ROW.matcher(answer).results().forEach(row -> {
            versions.add(Integer.valueOf(row.group(FIRST_OF_ROW)));
            versions.add(Integer.valueOf(row.group(row.group(LAST_OF_ROW) == null ? FIRST_OF_ROW : LAST_OF_ROW)));
        });
        return versions;
    }

    private static Entry with(Entry entry, String line) {
        if (line.startsWith(REASON)) {
            return new Entry(entry.answer(), line.substring(REASON.length()));
        }
        return new Entry(entry.answer().isEmpty() ? line : entry.answer() + "\n" + line, entry.reason());
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, Map<String, String> answers) {
        List<String> lines = new ArrayList<>();
        answers.forEach((title, answer) -> lines.add(TITLE + title + "\n" + answer + "\n"));
        try {
            Files.write(file, lines, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
