package io.milena.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Command line of the generator: schema directory, output directory. */
public final class GeneratorMain {

    private static final String PACKAGE = "io.milena.protocol";
    private static final String MESSAGE_PACKAGE = PACKAGE + ".messages";
    private static final String SCHEMA_SUFFIX = ".txt";

    private static final String PACKAGE_INFO = """
            /**
             * The messages of the protocol, one class for each request, response and stored record. Generated from the
             * schemas in {@code src/main/protocol}.
             *
             * <p>A list in a message is not to be changed once it is set; to fill one, set a list of your own.
             */
            @NullMarked
            package io.milena.protocol.messages;

            import org.jspecify.annotations.NullMarked;
            """;

    private GeneratorMain() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException(
                    "arguments: " + args.length + " (expected: schema and output directory)");
        }
        write(sources(parse(Path.of(args[0]))), Path.of(args[1]));
    }

    private static List<MessageSpec> parse(Path schemas) throws IOException {
        List<MessageSpec> messages = new ArrayList<>();
        try (Stream<Path> files = Files.walk(schemas)) {
            for (Path file : files.filter(path -> path.toString().endsWith(SCHEMA_SUFFIX))
                    .sorted()
                    .toList()) {
                messages.addAll(SchemaParser.parse(file.toString(), Files.readAllLines(file)));
            }
        }
        return messages;
    }

    /** Path below the output directory, and text. */
    static Map<String, String> sources(List<MessageSpec> messages) {
        Map<String, String> sources = new TreeMap<>();
        for (MessageSpec message : messages) {
            String text = new MessageEmitter(message).source(MESSAGE_PACKAGE);
            if (sources.put(pathOf(MESSAGE_PACKAGE, message.name()), text) != null) {
                throw new IllegalStateException("message " + message.name() + " is there twice");
            }
        }
        sources.put(pathOf(MESSAGE_PACKAGE, "package-info"), PACKAGE_INFO);
        sources.put(pathOf(PACKAGE, "ApiKey"), new ApiKeyEmitter(messages).source(PACKAGE, MESSAGE_PACKAGE));
        return sources;
    }

    private static String pathOf(String packageName, String className) {
        return packageName.replace('.', '/') + "/" + className + ".java";
    }

    /** Leaves unchanged files alone, so that nothing is compiled again without need, and removes leftovers. */
    private static void write(Map<String, String> sources, Path output) throws IOException {
        Files.createDirectories(output);
        try (Stream<Path> files = Files.walk(output)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!sources.containsKey(output.relativize(file).toString())) {
                    Files.delete(file);
                }
            }
        }
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = output.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            if (!Files.exists(file) || !Files.readString(file).equals(source.getValue())) {
                Files.writeString(file, source.getValue());
            }
        }
    }
}
