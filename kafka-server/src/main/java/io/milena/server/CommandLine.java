package io.milena.server;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What the start command says: {@code server.properties [--override key=value]...}. Overrides win over the file, later
 * ones over earlier ones.
 *
 * @param properties all settings, sorted by key
 */
record CommandLine(Map<String, String> properties) {

    static final String USAGE = "usage: kafka-server-start.sh [-daemon] server.properties [--override key=value]...";

    static CommandLine parse(String... args) throws UsageException {
        if (args.length == 0 || args[0].startsWith("-")) {
            throw new UsageException(USAGE);
        }
        Map<String, String> properties = new TreeMap<>(readFile(Path.of(args[0])));
        for (int i = 1; i < args.length; i += 2) {
            boolean complete = args[i].equals("--override") && i + 1 < args.length && args[i + 1].indexOf('=') > 0;
            if (!complete) {
                throw new UsageException(args[i] + ": cannot be used here\n" + USAGE);
            }
            int equals = args[i + 1].indexOf('=');
            properties.put(
                    args[i + 1].substring(0, equals).trim(),
                    args[i + 1].substring(equals + 1).trim());
        }
        return new CommandLine(properties);
    }

    private static Map<String, String> readFile(Path file) throws UsageException {
        var read = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            read.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(file + ": cannot be read as a properties file (" + e + ")");
        }
        Map<String, String> properties = new TreeMap<>();
        read.stringPropertyNames()
                .forEach(key -> properties.put(key, read.getProperty(key).trim()));
        return properties;
    }

    /** The words of the command cannot be used; the message says which and how it should be. */
    static final class UsageException extends Exception {

        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }
}
