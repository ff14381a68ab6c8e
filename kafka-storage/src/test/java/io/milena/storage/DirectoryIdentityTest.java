package io.milena.storage;

import static io.milena.storage.Batches.append;
import static io.milena.storage.Batches.batch;
import static io.milena.storage.Batches.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.config.ConfigException;
import io.milena.storage.Batches.Rec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A {@code meta.properties} that is wrong stops the start with one line that says where and what to do. */
class DirectoryIdentityTest {

    private static final String CLUSTER = "cluster.id=TRoVM4HrSCWm3UWZndUwJA";

    @TempDir
    Path root;

    private Path first;
    private Path second;
    private LogHome home;

    @BeforeEach
    void setUp() {
        first = root.resolve("first");
        second = root.resolve("second");
        home = new LogHome(first, second);
        LogManager manager = home.open();
        append(home.orders(manager), batch(LogHome.START_MS, "kept"));
        manager.close();
    }

    private void assertRefused(String text, String... parts) throws IOException {
        Path file = second.resolve("meta.properties");
        Files.writeString(file, text);

        assertThatThrownBy(home::open)
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContainingAll(parts)
                .message()
                .doesNotContain("\n");
        Files.writeString(file, "version=0\nbroker.id=1\n" + CLUSTER + "\n");
        LogManager again = home.open();
        assertThat(readAll(home.orders(again), 0, 1000)).extracting(Rec::value).containsExactly("kept");
        again.close();
    }

    @ParameterizedTest
    @CsvSource({
        "2, 'broker.id=2 (expected: 1, as configured'",
        "-1, 'broker.id=-1 (expected: 1, as configured'",
        "one, 'broker.id=one (expected: 1, as configured'",
        "'', 'broker.id= (expected: 1, as configured'"
    })
    void anotherBrokersDirectoryIsRefused(String brokerId, String part) throws IOException {
        assertRefused("version=0\nbroker.id=" + brokerId + "\n" + CLUSTER + "\n", part, "log.dirs");
    }

    @Test
    void anotherClustersDirectoryIsRefused() throws IOException {
        assertRefused(
                "version=0\nbroker.id=1\ncluster.id=AAAAAAAAAAAAAAAAAAAAAA\n",
                "cluster.id=AAAAAAAAAAAAAAAAAAAAAA (expected: TRoVM4HrSCWm3UWZndUwJA",
                "zookeeper.connect");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "x"})
    void aVersionThatIsNotOursIsRefused(String version) throws IOException {
        assertRefused("version=" + version + "\nnode.id=1\n", "version=" + version + " (expected: 0");
    }

    /** A file that a full disk or an editor left empty, one that was cut, and one that is no text at all. */
    @ParameterizedTest
    @ValueSource(strings = {"", "#\n#Sun Nov", "broker.id=1\n" + CLUSTER, "\0\0\0\0", "version=\\uxyz", "{}"})
    void aFileThatDoesNotSayWhoseItIsIsRefused(String text) throws IOException {
        assertRefused(text, "line 1", "meta.properties", "restore");
    }

    @Test
    void oneThatIsMissingInOneOfSeveralDirectoriesIsMadeAgain() throws IOException {
        Files.delete(first.resolve("meta.properties"));

        LogManager manager = home.open();

        assertThat(readAll(home.orders(manager), 0, 1000))
                .extracting(Rec::value)
                .containsExactly("kept");
        assertThat(first.resolve("meta.properties")).content().contains("broker.id=1\nversion=0\n" + CLUSTER + "\n");
        manager.close();
    }
}
