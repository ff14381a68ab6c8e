package io.milena.testkit;

import io.milena.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/**
 * The programs of {@code clients/}, compiled when they are first wanted: against one version of the reference's jars,
 * or with other imports against our clients. They are no classes of this module, which has nothing of the reference on
 * its class path. Thread-safe.
 */
final class ClientDrivers {

    private static final Map<String, Path> COMPILED = new ConcurrentHashMap<>();

    private ClientDrivers() {}

    /** For {@code java -cp}: the driver's classes, and the jars that it was compiled against. */
    static String classPath(ReferenceJars jars, String driver) {
        Path classes = COMPILED.computeIfAbsent(jars + " " + driver, ignored -> compiled(jars, driver));
        return classes + File.pathSeparator + jars.classPath();
    }

    private static Path compiled(ReferenceJars jars, String driver) {
        try {
            Path target = Files.createDirectories(ReferenceJars.moduleFolder().resolve("target"));
            Path classes = Files.createTempDirectory(target, driver);
            String classPath =
                    jars.files().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            compile(source(driver), classPath, classes);
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path source(String driver) {
        try {
            URL resource = Objects.requireNonNull(ClientDrivers.class.getResource("/clients/" + driver + ".java"));
            return Path.of(resource.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** For {@code java -cp}: the driver's classes with the imports of our clients, and ours. */
    static String classPathOfOurs(String driver) {
        Path classes = COMPILED.computeIfAbsent("ours " + driver, ignored -> compiledForOurs(driver));
        return classes + File.pathSeparator + ChildJvm.OWN_CLASS_PATH;
    }

    /** What applications do to come to us, see docs/MOVING.md. */
    private static Path compiledForOurs(String driver) {
        try {
            Path target = Files.createDirectories(ReferenceJars.moduleFolder().resolve("target"));
            Path classes = Files.createTempDirectory(target, driver);
            for (String name : List.of(driver, "Commands")) {
                String text = Files.readString(source(name))
                        .replace("org.apache.kafka.clients.admin.", "io.milena.admin.")
                        .replace("org.apache.kafka.", "io.milena.");
                Files.writeString(classes.resolve(name + ".java"), text);
            }
            compile(classes.resolve(driver + ".java"), ChildJvm.OWN_CLASS_PATH, classes);
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compile(Path source, String classPath, Path classes) {
        List<String> arguments = List.of(
                "-proc:none",
                "-nowarn",
                "-Xlint:-removal",
                "-d",
                classes.toString(),
                "-cp",
                classPath,
                "-sourcepath",
                String.valueOf(source.getParent()),
                source.toString());
        int outcome = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        if (outcome != 0) {
            throw new IllegalStateException(source + " cannot be compiled");
        }
    }
}
