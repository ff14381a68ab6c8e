package io.milena.record.compression;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** An array for a whole payload, piece behind piece, which is replaced by a larger one when it is full. Not thread-safe. */
public final class GrowingArray {

    private byte[] array;
    private ByteBuffer view;
    private int size;

    /** Over an array with anything in it, which is written over from its beginning. */
    public GrowingArray(byte[] array) {
        this.array = array;
        this.view = ByteBuffer.wrap(array);
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
            view = ByteBuffer.wrap(array);
        }
        piece.get(array, size, bytes);
        size += bytes;
    }

    /** Whether so many bytes fit into the array as it is. */
    boolean hasRoom(int bytes) {
        return bytes <= array.length - size;
    }

    /** The array from the end of what is in it. Who writes there tells by {@link #filled} how much. */
    ByteBuffer room() {
        return view.clear().position(size);
    }

    void filled(int bytes) {
        size += bytes;
    }
}
