package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words after {@code kafka-server-start.sh}. */
class CommandLineTest {

    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void writeFile() throws IOException {
        Path properties = directory.resolve("server.properties");
        Files.writeString(properties, "broker.id=7\nlog.dirs = /a,/b \n# nothing\n");
        file = properties.toString();
    }

    @Test
    void overridesWinOverTheFileAndLaterOnesOverEarlierOnes() throws CommandLine.UsageException {
        var line = CommandLine.parse(
                file, "--override", "broker.id=8", "--override", "a=b=c", "--override", "broker.id=9");

        assertThat(line.properties())
                .containsEntry("broker.id", "9")
                .containsEntry("a", "b=c")
                .containsEntry("log.dirs", "/a,/b")
                .hasSize(3);
    }

    @Test
    void wordsThatCannotBeUsedAreNamed() {
        assertThatThrownBy(() -> CommandLine.parse()).hasMessage(CommandLine.USAGE);
        assertThatThrownBy(() -> CommandLine.parse(file, "--overide", "a=b")).hasMessageContaining("--overide");
        assertThatThrownBy(() -> CommandLine.parse(file, "--override")).hasMessageContaining("--override");
        assertThatThrownBy(() -> CommandLine.parse(file, "--override", "nonsense"))
                .hasMessageContaining("usage");
        assertThatThrownBy(() -> CommandLine.parse(directory.resolve("none").toString()))
                .hasMessageContaining("cannot be read");
    }
}
