package io.milena.record.compression;

import io.milena.common.errors.ErrorCode;
import io.milena.record.MalformedRecords;
import io.netty.buffer.ByteBuf;

/**
 * Where a compressed payload goes: the end of a buffer, which grows as far as the work is allowed to, and holds at most
 * a number of bytes. Confined to one thread.
 */
final class Output {

    private final ByteBuf buffer;
    private final int mostBytes;
    private final CountedWork work;

    /** @param mostBytes of the whole buffer */
    Output(ByteBuf buffer, int mostBytes, CountedWork work) {
        this.buffer = buffer;
        this.mostBytes = mostBytes;
        this.work = work;
    }

    /** For writing what there is room for already. */
    ByteBuf buffer() {
        return buffer;
    }

    /** Makes room for {@code bytes} more, of which fewer may be written. */
    ByteBuf reserve(int bytes) throws MalformedRecords {
        checkSize();
        work.reserve(buffer, bytes);
        return buffer;
    }

    /** To be asked at the end of what was written. */
    void checkSize() throws MalformedRecords {
        if (buffer.writerIndex() > mostBytes) {
            throw new MalformedRecords(
                    ErrorCode.MESSAGE_TOO_LARGE, "compressed anew the batch takes more than " + mostBytes + " bytes");
        }
    }
}
