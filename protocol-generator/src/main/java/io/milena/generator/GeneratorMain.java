package io.milena.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Command line of the generator: schema directory, output directory. */
public final class GeneratorMain {

    private GeneratorMain() {}

    public static void main(String[] args) throws IOException {
        Files.createDirectories(Path.of(args[1]));
    }
}
