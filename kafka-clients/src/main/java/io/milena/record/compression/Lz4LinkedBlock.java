package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import java.nio.ByteBuffer;

/**
 * Uncompresses one LZ4 block that may refer to what lies before it, which the library has no call for.
 *
 * <pre>
 *   sequence:  token (4 bits literals, 4 bits match), more literal length, literals,
 *              distance (uint16 LE), more match length
 * </pre>
 *
 * <p>A length of 15 goes on in bytes of 255 and a last one below. A match is four longer than it says. The last
 * sequence ends after its literals.
 */
final class Lz4LinkedBlock {

    private static final int LONG_LENGTH = 15;
    private static final int MIN_MATCH = 4;

    private final ByteBuffer block;
    private final ByteBuffer window;
    private final int end;
    private int at;

    private Lz4LinkedBlock(ByteBuffer block, ByteBuffer window, int start, int end) {
        this.block = block;
        this.window = window;
        this.at = start;
        this.end = end;
    }

    /**
     * Writes {@code window} from {@code start} on, with everything before as history, at most to {@code end}; returns
     * where the block ended.
     */
    static int uncompress(ByteBuffer block, ByteBuffer window, int start, int end) throws MalformedRecords {
        var decoder = new Lz4LinkedBlock(block, window, start, end);
        decoder.run();
        return decoder.at;
    }

    private void run() throws MalformedRecords {
        while (block.hasRemaining()) {
            int token = block.get() & 0xff;
            copyLiterals(length(token >>> 4));
            if (!block.hasRemaining()) {
                return;
            }
            int distance = nextByte() | nextByte() << 8;
            copyMatch(distance, length(token & 0x0f) + MIN_MATCH);
        }
    }

    private int length(int nibble) throws MalformedRecords {
        int length = nibble;
        int more = nibble == LONG_LENGTH ? 255 : 0;
        while (more == 255) {
            more = nextByte();
            length += more;
        }
        return length;
    }

    private void copyLiterals(int length) throws MalformedRecords {
        if (length > block.remaining() || length > end - at) {
            throw damaged();
        }
        window.put(at, block, block.position(), length);
        block.position(block.position() + length);
        at += length;
    }

    private void copyMatch(int distance, int length) throws MalformedRecords {
        if (distance == 0 || distance > at || length > end - at) {
            throw damaged();
        }
        for (int i = 0; i < length; i++) {
            window.put(at, window.get(at - distance));
            at++;
        }
    }

    private int nextByte() throws MalformedRecords {
        if (!block.hasRemaining()) {
            throw damaged();
        }
        return block.get() & 0xff;
    }

    private static MalformedRecords damaged() {
        return MalformedRecords.invalid("lz4: damaged block");
    }
}
