package io.milena.storage.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** Which errors of a file system pass, and which break a directory. */
class DiskFaultTest {

    @Test
    void aFullDiskAndAFullQuotaPass() {
        assertThat(DiskFault.of(new IOException("No space left on device"))).isEqualTo(DiskFault.NO_SPACE);
        assertThat(DiskFault.of(new IOException("Disk quota exceeded"))).isEqualTo(DiskFault.NO_SPACE);
        assertThat(DiskFault.of(new FileSystemException("/a/b", null, "No space left on device")))
                .isEqualTo(DiskFault.NO_SPACE);
    }

    @Test
    void tooManyOpenFilesPass() {
        assertThat(DiskFault.of(new FileSystemException("/a/b", null, "Too many open files")))
                .isEqualTo(DiskFault.NO_DESCRIPTOR);
    }

    @Test
    void wantOfMemoryPasses() {
        assertThat(DiskFault.of(new IOException("No memory outside the heap to write through: 7 bytes")))
                .isEqualTo(DiskFault.NO_MEMORY);
    }

    @Test
    void everythingElseBreaksTheDirectory() {
        assertThat(DiskFault.of(new IOException("Input/output error")).isPassing())
                .isFalse();
        assertThat(DiskFault.of(new IOException()).isPassing()).isFalse();
        assertThat(DiskFault.of(new ClosedChannelException()).isPassing()).isFalse();
        assertThat(DiskFault.of(new NoSuchFileException("/No space left on device"))
                        .isPassing())
                .isFalse();
    }

    @Test
    void whatCouldNotBeUndoneIsBrokenWhateverItsCause() {
        var fault = new IOException("cannot be cut back", new IOException("No space left on device"));

        assertThat(PassingFault.unlessBroken(fault)).isSameAs(fault);
        assertThat(PassingFault.unlessBroken(new IOException("No space left on device")))
                .isInstanceOf(PassingFault.class);
    }
}
