package io.milena.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every hand-written file of every module keeps the measure. There is no exception list. */
class TidyTest {

    /** Written so that this file does not find itself. */
    private static final Pattern FORGOTTEN_WORK = Pattern.compile("\\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K)\\b");

    private static final Set<String> TEXT_FILES =
            Set.of(".java", ".xml", ".sh", ".md", ".txt", ".properties", ".yml", ".py", ".js");

    private static final List<SourceFile> FILES = Sources.ofAllModules();

    @Test
    void allModulesAreRead() {
        Set<String> modules = new TreeSet<>();
        FILES.forEach(file -> modules.add(Path.of(file.path()).getName(0).toString()));

        assertThat(modules)
                .contains("protocol-generator", "kafka-clients", "kafka-storage", "kafka-server", "kafka-tests");
    }

    @Test
    void filesMethodsAndTypesKeepTheMeasure() {
        assertThat(findings(Measure::findingsIn)).isEmpty();
    }

    @Test
    void nobodySleepsInterruptsOrMocksOurTypes() {
        assertThat(findings(Habits::findingsIn)).isEmpty();
    }

    private static List<String> findings(Function<SourceFile, List<String>> rule) {
        return FILES.stream().map(rule).flatMap(List::stream).toList();
    }

    @Test
    void everyPackageIntroducesItself() {
        var packages = new TreeMap<String, Set<String>>();
        var introduced = new TreeSet<String>();
        for (SourceFile file : FILES) {
            String module = Path.of(file.path()).getName(0) + " " + file.packageName();
            if (!file.packageName().isEmpty()) {
                packages.computeIfAbsent(module, any -> new TreeSet<>()).add(file.path());
            }
            if (file.isPackageInfo() && file.text().contains("@NullMarked")) {
                introduced.add(module);
            }
        }

        packages.keySet().removeAll(introduced);

        assertThat(packages)
                .as("packages without a package-info.java that is @NullMarked, with their files")
                .isEmpty();
    }

    @Test
    void nothingIsLeftForLater() {
        List<String> findings = new ArrayList<>();
        Path root = Sources.root();
        for (Path path : Sources.filesEndingIn(root, TEXT_FILES)) {
            List<String> lines = Sources.read(path).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                if (FORGOTTEN_WORK.matcher(lines.get(i)).find()) {
                    findings.add(root.relativize(path) + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
                }
            }
        }

        assertThat(findings).as("markers of forgotten work").isEmpty();
    }
}
