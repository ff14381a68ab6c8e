package io.milena.protocol;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks through one tagged section, of which the caller knows some fields. Tags have to rise, and a value has to take the
 * bytes that its size says (KIP-482). Used once; confined to its reader.
 *
 * <pre>
 *   while (tags.next()) {
 *       switch (tags.tag()) {
 *           case 0 -> ... read the value ...
 *           default -> tags.keep();
 *       }
 *       tags.endOfField();
 *   }
 * </pre>
 */
public final class TagReader {

    private final ByteBuf in;
    private int left;
    private boolean first = true;
    private int tag;
    private int size;
    private int end;
    private List<TaggedFields.Field> kept = List.of();

    /** A section of {@code count} fields, the number itself having been read. */
    public TagReader(ByteBuf in, int count) {
        this.in = in;
        this.left = count;
    }

    /** Reads tag and size of the next field; false if there is none. */
    public boolean next() throws MalformedMessage {
        if (left == 0) {
            return false;
        }
        left--;
        int found = Varints.readUnsigned(in);
        if (!first && Integer.compareUnsigned(found, tag) <= 0) {
            throw new MalformedMessage("tag " + Integer.toUnsignedString(found) + " follows tag "
                    + Integer.toUnsignedString(tag) + " (expected: rising order)");
        }
        first = false;
        tag = found;
        size = Varints.readUnsigned(in);
        if (size < 0 || size > in.readableBytes()) {
            throw new MalformedMessage("tagged field " + Integer.toUnsignedString(tag) + ": "
                    + Integer.toUnsignedString(size) + " bytes long, but only " + in.readableBytes() + " follow");
        }
        end = in.readerIndex() + size;
        return true;
    }

    public int tag() {
        return tag;
    }

    /** Keeps the value as bytes. */
    public void keep() {
        byte[] value = new byte[size];
        in.readBytes(value);
        if (kept.isEmpty()) {
            kept = new ArrayList<>();
        }
        kept.add(new TaggedFields.Field(tag, value));
    }

    /** The value has been read: is it as long as its size said? */
    public void endOfField() throws MalformedMessage {
        if (in.readerIndex() != end) {
            throw new MalformedMessage("tagged field " + Integer.toUnsignedString(tag) + " of " + size
                    + " bytes ends at byte " + in.readerIndex() + " (expected: " + end + ")");
        }
    }

    /** What {@link #keep} has put aside. */
    public TaggedFields kept() {
        return TaggedFields.of(kept);
    }
}
