package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The jars with classifier {@code shaded} in an application that has a Netty of its own, 4.1: its class path is what
 * Maven makes of the dependencies that the docs tell.
 */
class ShadedJarIT {

    private static final String SHADED = "io/milena/shaded/";

    /** How class files and lists of services name what must have become ours. */
    private static final List<String> OTHERS = List.of("io/netty/", "com/codahale/metrics/");

    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>.*?</dependency>");

    private static BrokerProcess broker;

    @BeforeAll
    static void start(@TempDir Path folder) {
        Assumptions.assumeTrue(ReferenceJars.NETTY_4_1.areThere(), "built without the shaded jars");
        broker = BrokerProcess.start(folder, Map.of());
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    private static List<String> namesOfJars() {
        return ReferenceJars.NETTY_4_1.files().stream()
                .map(jar -> jar.getFileName().toString())
                .toList();
    }

    private static Path shaded(String artifact) {
        return ReferenceJars.NETTY_4_1.files().stream()
                .filter(jar -> jar.getFileName().toString().matches(artifact + "-[0-9].*-shaded\\.jar"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anApplicationUsesItsOwnNettyBesideTheClients() {
        try (var application = JavaClients.startBesideNetty(broker.bootstrap())) {
            assertThat(application.ask("echo text=before")).containsEntry("text", "before");
            assertThat(application.ask("create topic=shaded")).containsEntry("known", "true");
            for (String codec : List.of("lz4", "zstd", "snappy", "gzip")) {
                assertThat(application.ask("copy topic=shaded codec=" + codec))
                        .containsEntry("read", "50")
                        .containsEntry("beans", "true");
            }
            assertThat(application.ask("echo text=after")).containsEntry("text", "after");

            assertThat(application.ask("versions")).containsEntry("versions", versionOfTheApplicationsNetty());
            assertThat(application.ask("jars").toString())
                    .contains("netty=netty-transport-4.1.")
                    .contains("producer=" + shaded("kafka-clients").getFileName())
                    .contains("admin=" + shaded("kafka-admin").getFileName());
        }
    }

    private static String versionOfTheApplicationsNetty() {
        return namesOfJars().stream()
                .filter(name -> name.startsWith("netty-common-"))
                .map(name -> name.replaceAll("netty-common-(.*)\\.jar", "$1"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void bothNativeLibrariesAreLoaded() {
        try (var application = JavaClients.startBesideNetty(broker.bootstrap())) {
            application.ask("create topic=native");
            assertThat(application.ask("libraries").get("libraries"))
                    .isEqualTo("libio_milena_shaded_netty_transport_native_epoll");

            application.ask("echo text=hello");

            assertThat(application.ask("jars")).containsEntry("nativeLoop", "true");
            assertThat(application.ask("libraries").get("libraries"))
                    .isEqualTo("libio_milena_shaded_netty_transport_native_epoll,libnetty_transport_native_epoll");
        }
    }

    @Test
    void theDependenciesOfTheDocsBringOneNettyOnly() throws IOException {
        assertThat(namesOfJars())
                .contains(shaded("kafka-clients").getFileName().toString())
                .anyMatch(name -> name.startsWith("slf4j-api-"))
                .noneMatch(name -> name.matches("netty-.*-4\\.[^1]\\..*"))
                .noneMatch(name -> name.startsWith("metrics-"))
                .filteredOn(name -> name.startsWith("kafka-"))
                .allMatch(name -> name.endsWith("-shaded.jar"));

        Path module = ReferenceJars.moduleFolder();
        List<String> told = dependenciesIn(module.resolveSibling("docs/MOVING.md"));
        assertThat(told).anyMatch(text -> text.contains("<exclusion>"));
        assertThat(dependenciesIn(module.resolve("reference/netty-4.1/pom.xml")))
                .containsAll(told.stream()
                        .filter(text -> text.contains("<classifier>shaded"))
                        .toList());
    }

    private static List<String> dependenciesIn(Path file) throws IOException {
        return DEPENDENCY
                .matcher(Files.readString(file))
                .results()
                .map(found -> found.group().lines().map(String::strip).reduce("", String::concat))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka-clients", "kafka-admin"})
    void nothingInTheJarBearsTheNameOfOthers(String artifact) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (var jar = new ZipFile(shaded(artifact).toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(ZipEntry.class::cast)::iterator) {
                String text = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1);
                namesIn(entry.getName(), text).forEach(name -> found.putIfAbsent(entry.getName(), name));
            }
        }

        assertThat(found).isEmpty();
    }

    private static Stream<String> namesIn(String entry, String text) {
        boolean isOurs = entry.startsWith("io/milena/") || entry.equals("io/");
        boolean isMeta = entry.startsWith("META-INF/") && !entry.contains("io.netty");
        boolean isNative = entry.startsWith("META-INF/native/lib") && !entry.contains("/libio_milena_shaded_");
        if (!isOurs && !isMeta || isNative) {
            return Stream.of("its own name");
        }
        if (entry.startsWith("META-INF/services/")) {
            return othersIn(text.replace('.', '/'));
        }
        return entry.endsWith(".class") ? othersIn(text) : Stream.empty();
    }

    private static Stream<String> othersIn(String text) {
        return OTHERS.stream().filter(other -> {
            int at = text.indexOf(other);
            while (at >= 0 && text.startsWith(SHADED, at - SHADED.length())) {
                at = text.indexOf(other, at + 1);
            }
            return at >= 0;
        });
    }
}
