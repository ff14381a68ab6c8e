package io.milena.record.compression;

import io.milena.record.MalformedRecords;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Reads gzip, one member or several end to end, checks each trailer, and ignores what is no member after the first. */
final class GzipReader implements ChunkSource, AutoCloseable {

    private static final int CHUNK_BYTES = 64 * 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final Scratch output;
    private final BoundedOutput bound;
    private ByteBuffer input = NOTHING;
    private boolean insideMember;

    GzipReader(Scratch output, BoundedOutput bound) {
        this.output = output;
        this.bound = bound;
    }

    GzipReader reset(ByteBuffer compressed) throws MalformedRecords {
        input = compressed;
        beginMember();
        return this;
    }

    @Override
    public @Nullable ByteBuffer next() throws MalformedRecords {
        if (!insideMember) {
            if (!memberFollows()) {
                return null;
            }
            beginMember();
        }
        ByteBuffer chunk = output.atLeast(CHUNK_BYTES).limit(CHUNK_BYTES);
        inflate(chunk);
        chunk.flip();
        bound.claim(chunk.remaining());
        crc.update(chunk.duplicate());
        if (inflater.finished()) {
            endMember();
        }
        return chunk;
    }

    @Override
    public void close() {
        inflater.end();
    }

    private void inflate(ByteBuffer chunk) throws MalformedRecords {
        try {
            int produced = inflater.inflate(chunk);
            if (produced == 0 && !inflater.finished()) {
                throw MalformedRecords.invalid("gzip: the stream ends in the middle of a member");
            }
        } catch (DataFormatException e) {
            throw MalformedRecords.invalid("gzip: " + e.getMessage());
        }
    }

    private boolean memberFollows() {
        return input.remaining() >= GzipFormat.HEADER_BYTES
                && (input.getShort(input.position()) & 0xffff) == GzipFormat.MAGIC;
    }

    private void beginMember() throws MalformedRecords {
        need(GzipFormat.HEADER_BYTES);
        int magic = input.getShort() & 0xffff;
        int method = input.get();
        if (magic != GzipFormat.MAGIC || method != GzipFormat.DEFLATE) {
            throw MalformedRecords.invalid("gzip: not a gzip header");
        }
        int flags = input.get();
        skip(Integer.BYTES + 2 * Byte.BYTES);
        skipOptionalFields(flags);
        inflater.reset();
        inflater.setInput(input);
        crc.reset();
        insideMember = true;
    }

    private void skipOptionalFields(int flags) throws MalformedRecords {
        if ((flags & GzipFormat.EXTRA_BIT) != 0) {
            need(Short.BYTES);
            skip(Short.toUnsignedInt(Short.reverseBytes(input.getShort())));
        }
        if ((flags & GzipFormat.NAME_BIT) != 0) {
            skipText();
        }
        if ((flags & GzipFormat.COMMENT_BIT) != 0) {
            skipText();
        }
        if ((flags & GzipFormat.HEADER_CRC_BIT) != 0) {
            skip(Short.BYTES);
        }
    }

    private void endMember() throws MalformedRecords {
        need(GzipFormat.TRAILER_BYTES);
        int wantedCrc = Integer.reverseBytes(input.getInt());
        int wantedSize = Integer.reverseBytes(input.getInt());
        if (wantedCrc != (int) crc.getValue() || wantedSize != (int) inflater.getBytesWritten()) {
            throw MalformedRecords.invalid("gzip: the trailer does not match the data");
        }
        insideMember = false;
    }

    private void skipText() throws MalformedRecords {
        do {
            need(1);
        } while (input.get() != 0);
    }

    private void skip(int bytes) throws MalformedRecords {
        need(bytes);
        input.position(input.position() + bytes);
    }

    private void need(int bytes) throws MalformedRecords {
        if (input.remaining() < bytes) {
            throw MalformedRecords.invalid("gzip: the stream is cut short");
        }
    }
}
