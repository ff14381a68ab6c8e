package io.milena.record.compression;

import java.nio.ByteBuffer;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * The checksum over the content of a frame. Rare, so it is simple: the library's streaming hash, which wants arrays.
 */
final class Lz4ContentHash {

    private final StreamingXXHash32 hash = XXHashFactory.fastestJavaInstance().newStreamingHash32(0);
    private final byte[] step = new byte[4096];

    void restart() {
        hash.reset();
    }

    void update(ByteBuffer chunk) {
        ByteBuffer rest = chunk.duplicate();
        while (rest.hasRemaining()) {
            int bytes = Math.min(rest.remaining(), step.length);
            rest.get(step, 0, bytes);
            hash.update(step, 0, bytes);
        }
    }

    int value() {
        return hash.getValue();
    }
}
