package io.milena.protocol;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks through one tagged section, of which the caller knows some fields. A value has to take the bytes that its size
 * says. Tags ought to rise (KIP-482), but as in other brokers a sender that breaks this is understood. Used once;
 * confined to its reader.
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
        tag = Varints.readUnsigned(in);
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
        byte[] value = size == 0 ? FieldReads.NO_BYTES : new byte[size];
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
    public TaggedFields kept() throws MalformedMessage {
        try {
            return TaggedFields.of(kept);
        } catch (IllegalArgumentException e) {
            throw new MalformedMessage(e.getMessage());
        }
    }
}
