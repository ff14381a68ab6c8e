package io.milena.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Jars that the build has copied, one folder per set: those of the reference, and those of an application that has a
 * Netty of its own beside our shaded clients. Nothing of them is on our own class path.
 */
public enum ReferenceJars {
    CLIENTS_3_9("clients-3.9"),
    CLIENTS_4_4("clients-4.4"),
    BROKER_3_9("broker-3.9"),
    /** There with the profile "peer" only. */
    BROKER_4_4("broker-4.4"),
    NETTY_4_1("netty-4.1");

    private final String folder;

    ReferenceJars(String folder) {
        this.folder = folder;
    }

    /** For {@code java -cp}: every jar of the set. */
    public String classPath() {
        return jars() + "/*";
    }

    /**
     * A new loader of these classes, to be closed by the caller. They see nothing of ours and we nothing of theirs: its
     * parent is the platform's.
     */
    public URLClassLoader newClassLoader() {
        URL[] urls = files().stream().map(ReferenceJars::url).toArray(URL[]::new);
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    /** Whether the build has copied them; those of {@link #NETTY_4_1} are left out with the distribution. */
    public boolean areThere() {
        return Files.isDirectory(folder());
    }

    /** Every jar of the set, in the order of their names. */
    public List<Path> files() {
        try (Stream<Path> files = Files.list(jars())) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder of this module: what Maven says, or the working directory of an IDE. */
    public static Path moduleFolder() {
        Path here = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        return here.endsWith("kafka-tests") ? here : here.resolve("kafka-tests");
    }

    private Path jars() {
        Path jars = folder();
        if (!Files.isDirectory(jars)) {
            throw new IllegalStateException("no jars in " + jars + " (build the modules under kafka-tests/reference)");
        }
        return jars;
    }

    private Path folder() {
        return moduleFolder().resolve("reference").resolve(folder).resolve("target/jars");
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }
}
