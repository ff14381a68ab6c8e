package io.milena.tools;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Settings as users give them to tools: a file, and {@code key=value} words. */
final class PropertiesFile {

    private PropertiesFile() {}

    /**
     * What a file says.
     *
     * @throws ToolFailure if it cannot be read
     */
    static Map<String, Object> read(String path) {
        var properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(path), StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new ToolFailure("cannot read " + path + ": " + e + " (expected: a file with lines key=value)", e);
        }
        Map<String, Object> settings = new LinkedHashMap<>();
        properties.stringPropertyNames().forEach(key -> settings.put(key, properties.getProperty(key)));
        return settings;
    }

    /**
     * What {@code key=value} words say; a word without a value stands for an empty one.
     *
     * @param option that the words came with
     * @throws ToolFailure if a word is none of this form
     */
    static Map<String, String> words(String option, List<String> words) {
        Map<String, String> settings = rawWords(option, words);
        settings.replaceAll((key, value) -> value.trim());
        return settings;
    }

    /** As {@link #words}, but blanks of values count: separators may be blanks. */
    static Map<String, String> rawWords(String option, List<String> words) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String word : words) {
            int at = word.indexOf('=');
            if (at < 1) {
                throw new ToolFailure(option + ": '" + word + "' (expected: key=value)");
            }
            settings.put(word.substring(0, at).trim(), word.substring(at + 1));
        }
        return settings;
    }
}
