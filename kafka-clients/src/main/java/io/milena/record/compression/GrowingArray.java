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
        room(bytes).put(piece);
        filled(bytes);
    }

    /** The array from the end of what is in it, with room for so many bytes; {@link #filled} tells how many came. */
    ByteBuffer room(int bytes) {
        if (bytes > array.length - size) {
            array = Arrays.copyOf(array, Math.max(size + bytes, 2 * array.length));
            view = ByteBuffer.wrap(array);
        }
        return view.clear().position(size);
    }

    void filled(int bytes) {
        size += bytes;
    }
}
