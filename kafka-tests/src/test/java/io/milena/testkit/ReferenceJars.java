package io.milena.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/** The reference's jars that the build has copied, one folder per set. Nothing of them is on our own class path. */
public enum ReferenceJars {
    CLIENTS_3_9("clients-3.9"),
    CLIENTS_4_4("clients-4.4"),
    BROKER_3_9("broker-3.9");

    private final String folder;

    ReferenceJars(String folder) {
        this.folder = folder;
    }

    /** For {@code java -cp}: every jar of the set. */
    public String classPath() {
        Path jars = Path.of(System.getProperty("basedir", ""), "reference", folder, "target", "jars")
                .toAbsolutePath();
        if (!Files.isDirectory(jars)) {
            throw new IllegalStateException("no jars in " + jars + " (build the modules under kafka-tests/reference)");
        }
        return jars + "/*";
    }
}
