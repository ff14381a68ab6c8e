package io.milena.server.settings;

import io.milena.common.Invariant;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads resources such as the lists of known keys: lines of words with blanks between, UTF-8; empty lines and those
 * that begin with {@code #} are passed over. Stateless.
 */
public final class WordTable {

    private WordTable() {}

    /**
     * The lines of the resource {@code name} beside {@code owner}, in order, each of {@code columns} words.
     *
     * @throws IllegalStateException if the jar lacks the resource, or a line has another number of words
     */
    public static List<String[]> read(Class<?> owner, String name, int columns) {
        try (InputStream resource = owner.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            var reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8));
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> words(name, line, columns))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read from the jar", e);
        }
    }

    private static String[] words(String name, String line, int columns) {
        String[] words = line.trim().split("\\s+");
        Invariant.check(words.length == columns, name + " has lines of " + columns + " words: " + line);
        return words;
    }
}
