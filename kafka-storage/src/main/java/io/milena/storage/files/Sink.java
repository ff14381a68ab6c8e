package io.milena.storage.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where bytes are sent that need only be read from the disk: to the system's own sink, which takes pages without
 * copying them, or where there is none through a small buffer. Thread-safe.
 */
final class Sink {

    private static final Logger log = LoggerFactory.getLogger(Sink.class);

    private static final Path NULL_DEVICE = Path.of("/dev/null");
    private static final int BUFFER_BYTES = 64 * 1024;

    private boolean opened;
    /** Stays open as long as the process; null where there is no such device. */
    private @Nullable FileChannel device;

    /** Takes {@code sizeBytes} of {@code file} from {@code position} on, or what there is of them. */
    void take(FileChannel file, long position, long sizeBytes) throws IOException {
        long end = Math.min(position + sizeBytes, file.size());
        FileChannel target = device();
        long at = position;
        while (target != null && at < end) {
            long moved = file.transferTo(at, end - at, target);
            if (moved <= 0) {
                break;
            }
            at += moved;
        }
        read(file, at, end);
    }

    private synchronized @Nullable FileChannel device() {
        if (!opened) {
            opened = true;
            try {
                device = FileChannel.open(NULL_DEVICE, StandardOpenOption.WRITE);
            } catch (IOException e) {
                log.info("{} cannot be used, files are read through a buffer instead: {}", NULL_DEVICE, e.toString());
            }
        }
        return device;
    }

    private static void read(FileChannel file, long from, long end) throws IOException {
        if (from >= end) {
            return;
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        long at = from;
        while (at < end) {
            buffer.clear().limit((int) Math.min(BUFFER_BYTES, end - at));
            int bytes = file.read(buffer, at);
            if (bytes < 0) {
                return;
            }
            at += bytes;
        }
    }
}
