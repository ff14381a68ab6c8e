package io.milena.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every Java block of the docs is, text for text, an example of this package; and every example is in the docs. */
class ExamplesInDocsTest {

    private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern EXAMPLE = Pattern.compile("(?sm)^ *// example: ([^\n]+)\n(.*?)^ *// end of example$");
    private static final Path MODULE = ReferenceJars.moduleFolder();
    private static final List<String> PAGES = List.of("README.md", "docs/CLIENTS.md", "docs/MOVING.md");

    private static final Pattern EXCEPTION = Pattern.compile("`(\\w+Exception)\\b");
    private static final List<String> HOMES = List.of(
            "io.milena.common.",
            "io.milena.common.errors.",
            "io.milena.common.config.",
            "io.milena.clients.consumer.",
            "io.milena.clients.producer.",
            "java.lang.",
            "java.util.");

    private static Map<String, String> examples() throws IOException {
        Map<String, String> found = new LinkedHashMap<>();
        for (Path source : sources()) {
            EXAMPLE.matcher(Files.readString(source))
                    .results()
                    .forEach(example -> found.put(
                            source.getFileName() + ": " + example.group(1),
                            example.group(2).stripTrailing().stripIndent() + "\n"));
        }
        return found;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.list(MODULE.resolve("src/test/java/io/milena/examples"))) {
            return files.filter(file -> !file.endsWith("ExamplesInDocsTest.java"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> blocks() throws IOException {
        List<String> found = new ArrayList<>();
        for (String page : PAGES) {
            BLOCK.matcher(Files.readString(MODULE.resolveSibling(page)))
                    .results()
                    .forEach(block -> found.add(block.group(1)));
        }
        return found;
    }

    @Test
    void everyJavaBlockOfTheDocsIsAnExample() throws IOException {
        assertThat(blocks())
                .isNotEmpty()
                .allSatisfy(block -> assertThat(examples()).containsValue(block));
    }

    @Test
    void everyExampleIsInTheDocs() throws IOException {
        List<String> blocks = blocks();

        Map<String, String> missing = examples();
        missing.values().removeIf(blocks::contains);

        assertThat(missing).isEmpty();
    }

    @Test
    void everyExceptionThatTheDocsNameIsThere() throws IOException {
        Set<String> unknown = new TreeSet<>();
        for (String page : PAGES) {
            EXCEPTION
                    .matcher(Files.readString(MODULE.resolveSibling(page)))
                    .results()
                    .map(name -> name.group(1))
                    .filter(name -> HOMES.stream().noneMatch(home -> exists(home + name)))
                    .forEach(unknown::add);
        }

        assertThat(unknown).isEmpty();
    }

    private static boolean exists(String type) {
        try {
            Class.forName(type);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
