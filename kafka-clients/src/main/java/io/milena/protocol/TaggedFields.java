package io.milena.protocol;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one tagged section that the reader has no schema for, in rising order of their tags (KIP-482). They are
 * kept as bytes and written back. Immutable.
 */
public final class TaggedFields {

    /** Nothing unknown, as nearly always. */
    public static final TaggedFields NONE = new TaggedFields(List.of());

    private final List<Field> fields;
    private final int fieldBytes;

    private TaggedFields(List<Field> fields) {
        this.fields = fields;
        this.fieldBytes = fields.stream()
                .mapToInt(field -> FieldSizes.ofTagged(field.tag(), field.value().length))
                .sum();
    }

    /**
     * These fields, brought into order.
     *
     * @throws IllegalArgumentException if two have the same tag
     */
    public static TaggedFields of(List<Field> fields) {
        if (fields.isEmpty()) {
            return NONE;
        }
        List<Field> sorted = new ArrayList<>(fields);
        sorted.sort((left, right) -> Integer.compareUnsigned(left.tag(), right.tag()));
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).tag() == sorted.get(i - 1).tag()) {
                throw new IllegalArgumentException(
                        "tag " + Integer.toUnsignedString(sorted.get(i).tag()) + " is there twice");
            }
        }
        return new TaggedFields(List.copyOf(sorted));
    }

    /** Reads a whole section of which no field is known. */
    public static TaggedFields read(ByteBuf in) throws MalformedMessage {
        int count = FieldReads.readTagCount(in);
        if (count == 0) {
            return NONE;
        }
        var tags = new TagReader(in, count);
        while (tags.next()) {
            tags.keep();
        }
        return tags.kept();
    }

    public List<Field> fields() {
        return fields;
    }

    public int count() {
        return fields.size();
    }

    /** Size of the fields, without the number of fields in front of the section. */
    public int fieldBytes() {
        return fieldBytes;
    }

    /** Size of a section that holds nothing else. */
    public int sizeBytes() {
        return Varints.sizeOfUnsigned(fields.size()) + fieldBytes;
    }

    /** Writes a section that holds nothing else. */
    public void write(ByteBuf out) {
        Varints.writeUnsigned(out, fields.size());
        writeRest(out, 0);
    }

    /**
     * Writes the fields from index {@code from} on whose tags are below {@code tag}, a known one that is about to be
     * written. Returns the index of the first field that is left.
     *
     * @throws IllegalArgumentException if the known tag is here too
     */
    public int writeBelow(ByteBuf out, int from, int tag) {
        int next = from;
        while (next < fields.size() && Integer.compareUnsigned(fields.get(next).tag(), tag) < 0) {
            write(out, fields.get(next));
            next++;
        }
        if (next < fields.size() && fields.get(next).tag() == tag) {
            throw new IllegalArgumentException("unknown tagged field " + tag + " has the tag of a known one");
        }
        return next;
    }

    /** Writes the fields from index {@code from} on. */
    public void writeRest(ByteBuf out, int from) {
        for (int i = from; i < fields.size(); i++) {
            write(out, fields.get(i));
        }
    }

    private static void write(ByteBuf out, Field field) {
        Varints.writeUnsigned(out, field.tag());
        Varints.writeUnsigned(out, field.value().length);
        out.writeBytes(field.value());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof TaggedFields that && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return fields.toString();
    }

    /**
     * One field.
     *
     * @param tag unsigned
     * @param value the bytes behind tag and size, not to be changed
     */
    public record Field(int tag, byte[] value) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Field that && tag == that.tag && Arrays.equals(value, that.value);
        }

        @Override
        public int hashCode() {
            return 31 * tag + Arrays.hashCode(value);
        }

        @Override
        public String toString() {
            return Integer.toUnsignedString(tag) + "=" + FieldSizes.describe(value);
        }
    }
}
