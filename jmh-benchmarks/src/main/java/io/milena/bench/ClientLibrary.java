package io.milena.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A client library that takes part, and how the load is compiled for it: the sources under {@code load} are written for
 * the reference, and fit ours when their imports are changed.
 */
enum ClientLibrary {
    OURS {
        @Override
        String jars(Path root) throws IOException {
            return System.getProperty("java.class.path");
        }

        @Override
        String adapted(String source) {
            return source.replace("org.apache.kafka.clients.admin", "io.milena.admin")
                    .replace("org.apache.kafka", "io.milena");
        }
    },
    REFERENCE {
        @Override
        String jars(Path root) throws IOException {
            String jars = Contender.referenceJars(root);
            try (Stream<Path> all = Files.list(Path.of(jars.substring(0, jars.length() - 1)))) {
                return all.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            }
        }

        @Override
        String adapted(String source) {
            return source;
        }
    };

    /** The library's class path. */
    abstract String jars(Path root) throws IOException;

    /** {@code source} with the imports that the library needs. */
    abstract String adapted(String source);

    /** The class path of the load in {@code sources}, compiled into {@code folder}, with the library behind it. */
    String classPath(Path root, Path folder, List<String> sources) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString(), "-cp", jars(root)));
        for (String name : sources) {
            Path source = folder.resolve(name + ".java");
            try (InputStream in = ClientLibrary.class.getResourceAsStream("/load/" + name + ".java")) {
                String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
                Files.writeString(source, adapted(text));
            }
            arguments.add(source.toString());
        }
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK is needed");
        if (compiler.run(null, System.err, System.err, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("the load does not compile with the classes of " + this);
        }
        return classes + File.pathSeparator + jars(root);
    }
}
