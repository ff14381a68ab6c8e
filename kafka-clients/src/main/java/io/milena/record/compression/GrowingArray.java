package io.milena.record.compression;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An array for a whole payload, piece behind piece; a larger one takes its place when it is full. Confined to one
 * thread.
 */
public final class GrowingArray {

    private byte[] array;
    private int size;

    /** Over an array with anything in it, which is written over from its beginning. */
    public GrowingArray(byte[] array) {
        this.array = array;
    }

    /** The array as it is now: what was put here so far, and anything behind that. */
    public byte[] array() {
        return array;
    }

    /** Bytes that were put here. */
    public int size() {
        return size;
    }

    void put(ByteBuffer piece) {
        int bytes = piece.remaining();
        if (!hasRoom(bytes)) {
            array = Arrays.copyOf(array, Math.max(size + bytes, 2 * array.length));
        }
        piece.get(array, size, bytes);
        size += bytes;
    }

    /** Whether so many bytes fit into the array as it is. */
    boolean hasRoom(int bytes) {
        return bytes <= array.length - size;
    }

    /** The array behind what is in it. Who writes there tells by {@link #filled} how much. */
    ByteBuffer room() {
        return ByteBuffer.wrap(array, size, array.length - size);
    }

    void filled(int bytes) {
        size += bytes;
    }
}
