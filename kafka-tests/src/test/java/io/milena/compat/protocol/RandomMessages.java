package io.milena.compat.protocol;

import io.milena.common.Uuid;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.TaggedFields;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Messages with random content that the given version can carry. The same seed gives the same messages. */
final class RandomMessages {

    private static final List<String> TEXTS =
            List.of("", "a", "orders", "Grüße", "注文", "🚂🚃", "a\u0000b", "x".repeat(200));

    /** Above all tags that any schema knows. */
    private static final int UNKNOWN_TAG = 1_000;

    private final SplittableRandom random;

    RandomMessages(long seed) {
        random = new SplittableRandom(seed);
    }

    ApiMessage next(Schema schema, short version) {
        return (ApiMessage) struct(schema, schema.name(), schema.fields(), version);
    }

    private Object struct(Schema schema, String name, List<Schema.Field> fields, short version) {
        Object struct = OurMessages.create(schema.name(), name);
        for (Schema.Field field : fields) {
            boolean leaveOut = field.isTagged() && random.nextBoolean();
            if (field.versions().contains(version) && !leaveOut) {
                OurMessages.set(struct, field.name(), value(schema, field, version));
            }
        }
        if (schema.flexible().contains(version) && random.nextInt(4) == 0) {
            OurMessages.set(struct, "unknownTaggedFields", unknownTags());
        }
        return struct;
    }

    private TaggedFields unknownTags() {
        List<TaggedFields.Field> fields = new ArrayList<>();
        int tag = UNKNOWN_TAG;
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            tag += 1 + random.nextInt(100_000);
            fields.add(new TaggedFields.Field(tag, bytes()));
        }
        return TaggedFields.of(fields);
    }

    private Object value(Schema schema, Schema.Field field, short version) {
        if (field.isNullableIn(version) && random.nextInt(4) == 0) {
            return null;
        }
        if (!field.isArray()) {
            return single(schema, field, version);
        }
        List<Object> values = new ArrayList<>();
        int count = count(field);
        for (int i = 0; i < count; i++) {
            values.add(single(schema, field, version));
        }
        return values;
    }

    /** Now and then enough for a count of two bytes in compact form. */
    private int count(Schema.Field field) {
        if (!field.isStruct() && random.nextInt(10) == 0) {
            return 130;
        }
        return random.nextInt(4);
    }

    private Object single(Schema schema, Schema.Field field, short version) {
        return switch (field.elementType()) {
            case "bool" -> random.nextBoolean();
            case "int8" -> (byte) number();
            case "int16" -> (short) number();
            case "uint16" -> (int) number() & 0xffff;
            case "int32" -> (int) number();
            case "uint32" -> number() & 0xffff_ffffL;
            case "int64" -> number();
            case "float64" -> random.nextInt(1_000_000) / 64.0;
            case "string" -> TEXTS.get(random.nextInt(TEXTS.size()));
            case "uuid" -> new Uuid(random.nextLong(), random.nextLong());
            case "bytes" -> bytes();
            case "records" -> new RecordsBuffer(Unpooled.wrappedBuffer(bytes()));
            default -> struct(schema, field.elementType(), schema.fieldsOf(field), version);
        };
    }

    private long number() {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> random.nextInt(-2, 3);
            case 2 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
            case 3 -> random.nextBoolean() ? Integer.MAX_VALUE : Integer.MIN_VALUE;
            default -> random.nextLong();
        };
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(20) == 0 ? 300 : random.nextInt(5)];
        random.nextBytes(bytes);
        return bytes;
    }
}
