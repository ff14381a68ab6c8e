package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The credentials of a session survive a crash, for their owner's eyes only. */
class SessionFileTest {

    @TempDir
    private Path dir;

    @Test
    void whatWasWrittenLastIsRead() throws IOException {
        var file = new SessionFile(dir);

        file.write(new SessionCredentials(7, new byte[] {1}));
        file.write(new SessionCredentials(0xfedc_0000_0000_0001L, new byte[] {9, 8, 7}));

        SessionCredentials read = Objects.requireNonNull(file.read());
        assertThat(read.sessionId()).isEqualTo(0xfedc_0000_0000_0001L);
        assertThat(read.password()).containsExactly(9, 8, 7);
        try (var files = Files.list(dir)) {
            assertThat(files)
                    .hasSize(1)
                    .allSatisfy(only -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void aMissingOrSpoiltFileIsAsGoodAsNone() throws IOException {
        var file = new SessionFile(dir);

        assertThat(file.read()).isNull();
        Files.writeString(dir.resolve(".milena-zookeeper-session"), "version=1\nsession=0xzz\npassword=\n");
        assertThat(file.read()).isNull();
        file.delete();
        file.delete();
        assertThat(dir).isEmptyDirectory();
    }
}
