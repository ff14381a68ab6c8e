package io.milena.arch;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * The hand-written Java files of all modules, parsed by the compiler but not attributed: names are as written.
 *
 * <p>Whatever lies under a {@code target} folder is generated and left out. Stateless.
 */
final class Sources {

    private static final Set<String> SKIPPED_FOLDERS = Set.of("target", "data", "logs", "node_modules");

    private Sources() {}

    /** The folder of the parent pom, found from wherever the tests were started. */
    static Path root() {
        Path folder = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("protocol-generator"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException(
                        "not inside a source tree: " + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }

    /** Every Java file of every module. */
    static List<SourceFile> ofAllModules() {
        Path root = root();
        List<JavaFileObject> inputs = new ArrayList<>();
        for (Path file : filesEndingIn(root, Set.of(".java"))) {
            inputs.add(new Input(root.relativize(file).toString(), read(file)));
        }
        return parse(inputs);
    }

    /** One file, given as text. */
    static SourceFile of(String path, String text) {
        return parse(List.of(new Input(path, text))).get(0);
    }

    /** Files under {@code root} with one of these endings, outside build output and hidden folders. */
    static List<Path> filesEndingIn(Path root, Set<String> endings) {
        List<Path> found = new ArrayList<>();
        var visitor = new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean skipped = !folder.equals(root) && (name.startsWith(".") || SKIPPED_FOLDERS.contains(name));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (endings.stream().anyMatch(file.getFileName().toString()::endsWith)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        };
        try {
            Files.walkFileTree(root, visitor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(null);
        return found;
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<SourceFile> parse(List<JavaFileObject> inputs) {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var task = (JavacTask) compiler.getTask(null, null, null, List.of("-proc:none"), null, inputs);
        var trees = Trees.instance(task);
        List<SourceFile> files = new ArrayList<>();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                files.add(
                        new SourceFile(unit.getSourceFile().getCharContent(true).toString(), unit, trees));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** A Java file held in memory, named by its path from the root. */
    private static final class Input extends SimpleJavaFileObject {

        private final String text;

        Input(String path, String text) {
            super(URI.create("source:///" + path), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
