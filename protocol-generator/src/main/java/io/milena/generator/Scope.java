package io.milena.generator;

/**
 * The structure that code is generated for, within its message: which versions its methods can meet, and so which
 * conditions on the version are needed. Immutable.
 */
record Scope(MessageSpec message, StructSpec struct) {

    static final String ALWAYS = "true";
    static final String NEVER = "false";

    boolean isRoot() {
        return struct == message.root();
    }

    boolean carriesRecords() {
        return message.carriesRecords(struct);
    }

    /** How messages to people name a field. */
    String qualified(FieldSpec field) {
        return struct.name() + "." + field.name();
    }

    /** A Java condition on {@code version}, knowing that it lies within the versions of this structure. */
    String versionIn(VersionRange range) {
        VersionRange own = struct.versions();
        VersionRange met = range.intersect(own);
        if (met.isEmpty()) {
            return NEVER;
        }
        String low = met.low() > own.low() ? "version >= " + met.low() : "";
        String high = met.high() < own.high() ? "version <= " + met.high() : "";
        if (low.isEmpty() && high.isEmpty()) {
            return ALWAYS;
        }
        return low.isEmpty() || high.isEmpty() ? low + high : low + " && " + high;
    }

    String flexible() {
        return versionIn(message.flexible());
    }

    /** Whether any version of this structure ends in a tagged section. */
    boolean canBeFlexible() {
        return !flexible().equals(NEVER);
    }

    /** The condition under which null is a value of the field, knowing that the field is there. */
    String nullableCondition(FieldSpec field) {
        if (!field.isNullable()) {
            return NEVER;
        }
        var within = new StructSpec(struct.name(), field.versions(), struct.fields());
        return new Scope(message, within).versionIn(field.nullable());
    }

    /** The fewest bytes that one structure takes in any of its versions. */
    int minimumBytes() {
        int least = Integer.MAX_VALUE;
        for (int version = struct.versions().low(); version <= struct.versions().high(); version++) {
            least = Math.min(least, minimumBytes(version));
        }
        return least;
    }

    private int minimumBytes(int version) {
        boolean flexible = message.flexible().contains(version);
        int bytes = flexible ? 1 : 0;
        for (FieldSpec field : struct.positional()) {
            if (field.versions().contains(version)) {
                bytes += minimumBytes(field, version, flexible);
            }
        }
        return bytes;
    }

    private int minimumBytes(FieldSpec field, int version, boolean flexible) {
        if (field.type().array()) {
            return flexible ? 1 : Integer.BYTES;
        }
        if (field.type().isStruct()) {
            boolean nullable = field.nullable().contains(version);
            return nullable ? 1 : new Scope(message, message.structOf(field)).minimumBytes(version);
        }
        return minimumBytes(field.type(), flexible);
    }

    /** The fewest bytes that one element of an array field takes. */
    int minimumElementBytes(FieldSpec field) {
        return field.type().isStruct()
                ? new Scope(message, message.structOf(field)).minimumBytes()
                : minimumBytes(field.type(), canBeFlexible());
    }

    private static int minimumBytes(FieldType type, boolean flexible) {
        if (type.primitive() == null || type.primitive().hasFixedSize()) {
            return type.primitive() == null ? 0 : type.primitive().fixedBytes();
        }
        if (flexible) {
            return 1;
        }
        return type.is(Primitive.STRING) ? Short.BYTES : Integer.BYTES;
    }
}
