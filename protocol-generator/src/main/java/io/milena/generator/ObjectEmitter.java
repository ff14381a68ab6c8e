package io.milena.generator;

import java.util.List;

/** Generates fields, getters, setters, {@code release}, {@code errors} and the methods of {@link Object}. */
final class ObjectEmitter {

    private final Scope scope;
    private final JavaText java;

    ObjectEmitter(Scope scope, JavaText java) {
        this.scope = scope;
        this.java = java;
    }

    void emitState() {
        for (FieldSpec field : fields()) {
            java.line("private %s %s = %s;", declared(field), field.name(), DefaultValue.literal(field));
        }
        java.line("private TaggedFields unknownTaggedFields = TaggedFields.NONE;")
                .blank();
        for (FieldSpec field : fields()) {
            emitAccessors(field);
        }
        java.line("/** The tagged fields that the schema does not name. They are written back. */");
        java.open("public TaggedFields unknownTaggedFields()");
        java.line("return unknownTaggedFields;").close().blank();
        java.open("public %s unknownTaggedFields(TaggedFields value)", name());
        java.line("this.unknownTaggedFields = value;")
                .line("return this;")
                .close()
                .blank();
    }

    void emitObjectMethods() {
        if (scope.carriesRecords()) {
            emitRecordsBytes();
            emitRelease();
        }
        new ErrorsEmitter(scope, java).emit();
        emitEquals();
        emitHashCode();
        emitToString();
    }

    private String name() {
        return scope.struct().name();
    }

    private List<FieldSpec> fields() {
        return scope.struct().fields();
    }

    private static String declared(FieldSpec field) {
        String type = field.type().javaType();
        if (!field.isNullable()) {
            return type;
        }
        return field.type().is(Primitive.BYTES) && !field.type().array() ? "byte @Nullable []" : "@Nullable " + type;
    }

    private void emitAccessors(FieldSpec field) {
        java.line("/** %s. */", described(field));
        java.open("public %s %s()", declared(field), field.name());
        java.line("return this.%s;", field.name()).close().blank();
        java.open("public %s %s(%s value)", name(), field.name(), declared(field));
        java.line("this.%s = value;", field.name()).line("return this;").close().blank();
    }

    private static String described(FieldSpec field) {
        var text = new StringBuilder("Versions ").append(field.versions());
        if (!field.nullable().isEmpty()) {
            text.append(field.nullable().equals(field.versions()) ? ", nullable" : ", nullable in " + field.nullable());
        }
        if (field.isTagged()) {
            text.append(", tag ").append(field.tag());
        }
        return text.append(field.ignorable() ? ", dropped elsewhere" : "").toString();
    }

    private void emitRecordsBytes() {
        java.line("%s", scope.isRoot() ? "@Override" : "/** Bytes of all records fields inside. */");
        java.open("public int recordsBytes()");
        java.line("int bytes = 0;");
        for (FieldSpec field : fields()) {
            emitForRecords(field, "bytes += value.recordsBytes();", "bytes += value.sizeBytes();");
        }
        java.line("return bytes;").close().blank();
    }

    private void emitRelease() {
        java.line("%s", scope.isRoot() ? "@Override" : "/** Gives back the references of all records fields. */");
        java.open("public void release()");
        for (FieldSpec field : fields()) {
            emitForRecords(field, "value.release();", "value.release();");
        }
        java.close().blank();
    }

    /** One statement for each value of a field that is or holds records. */
    private void emitForRecords(FieldSpec field, String onStruct, String onRecords) {
        boolean struct = field.type().isStruct();
        if (struct ? !scope.message().carriesRecords(scope.message().structOf(field)) : !isRecords(field)) {
            return;
        }
        String statement = struct ? onStruct : onRecords;
        if (field.type().array()) {
            if (field.isNullable()) {
                java.open("if (this.%s != null)", field.name());
            }
            java.open("for (%s value : this.%s)", field.type().elementType(), field.name());
            java.line("%s", statement).close();
        } else {
            java.open("if (this.%s != null)", field.name());
            java.line("%s", statement.replace("value.", "this." + field.name() + "."));
        }
        if (!field.type().array() || field.isNullable()) {
            java.close();
        }
    }

    private static boolean isRecords(FieldSpec field) {
        return field.type().is(Primitive.RECORDS);
    }

    private void emitEquals() {
        java.line("@Override");
        java.open("public boolean equals(@Nullable Object other)");
        java.open("if (this == other)").line("return true;").close();
        java.open("if (!(other instanceof %s))", name()).line("return false;").close();
        java.line("%s that = (%s) other;", name(), name());
        for (FieldSpec field : fields()) {
            java.open("if (!(%s))", equalTo(field)).line("return false;").close();
        }
        java.line("return this.unknownTaggedFields.equals(that.unknownTaggedFields);")
                .close()
                .blank();
    }

    private static String equalTo(FieldSpec field) {
        String mine = "this." + field.name();
        String theirs = "that." + field.name();
        if (!field.type().array() && field.type().is(Primitive.BYTES)) {
            return "Arrays.equals(%s, %s)".formatted(mine, theirs);
        }
        if (field.type().isReference()) {
            return "Objects.equals(%s, %s)".formatted(mine, theirs);
        }
        return field.type().is(Primitive.FLOAT64)
                ? "Double.compare(%s, %s) == 0".formatted(mine, theirs)
                : mine + " == " + theirs;
    }

    private void emitHashCode() {
        java.line("@Override");
        java.open("public int hashCode()");
        java.line("int hash = unknownTaggedFields.hashCode();");
        for (FieldSpec field : fields()) {
            java.line("hash = 31 * hash + %s;", hashOf(field));
        }
        java.line("return hash;").close().blank();
    }

    private static String hashOf(FieldSpec field) {
        String value = "this." + field.name();
        if (field.type().array() || field.type().primitive() == null) {
            return "Objects.hashCode(" + value + ")";
        }
        return switch (field.type().primitive()) {
            case BOOL -> "Boolean.hashCode(" + value + ")";
            case INT8, INT16, UINT16, INT32 -> value;
            case UINT32, INT64 -> "Long.hashCode(" + value + ")";
            case FLOAT64 -> "Double.hashCode(" + value + ")";
            case UUID, STRING, RECORDS -> "Objects.hashCode(" + value + ")";
            case BYTES -> "Arrays.hashCode(" + value + ")";
        };
    }

    /** Of bytes only the number is shown: they may be a password. */
    private void emitToString() {
        java.line("@Override");
        java.open("public String toString()");
        java.line("return \"%s(\"", name());
        String comma = "";
        for (FieldSpec field : fields()) {
            boolean bytes = !field.type().array() && field.type().is(Primitive.BYTES);
            String shown = bytes ? "FieldSizes.describe(this." + field.name() + ")" : "this." + field.name();
            java.line("        + \"%s%s=\" + %s", comma, field.name(), shown);
            comma = ", ";
        }
        java.line("        + \")\";").close();
    }
}
