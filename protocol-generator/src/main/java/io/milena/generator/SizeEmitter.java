package io.milena.generator;

/** Generates the methods that tell how many bytes a structure takes when written. */
final class SizeEmitter {

    private final Scope scope;
    private final JavaText java;

    SizeEmitter(Scope scope, JavaText java) {
        this.scope = scope;
        this.java = java;
    }

    void emit() {
        emitSize();
        for (FieldSpec field : scope.struct().fields()) {
            if (field.type().array()) {
                emitSizeOfArray(field);
            }
        }
        if (scope.canBeFlexible() && !scope.struct().tagged().isEmpty()) {
            emitSizeOfTaggedFields();
        }
    }

    private void emitSize() {
        var body = new JavaText();
        body.line("int size = %d;", alwaysPresentBytes());
        for (FieldSpec field : scope.struct().positional()) {
            emitField(body, field);
        }
        emitTaggedSection(body);
        body.line("return size;");
        if (scope.isRoot()) {
            java.line("@Override");
        }
        java.open("%sint size(short version)", scope.isRoot() ? "public " : "private ");
        if (scope.isRoot()) {
            java.line(
                    "FieldWrites.checkVersion(version, LOWEST_VERSION, HIGHEST_VERSION, \"%s\");",
                    scope.struct().name());
        }
        new FlexibleLocal(scope, java).insert(body);
        java.close().blank();
    }

    private int alwaysPresentBytes() {
        return scope.struct().positional().stream()
                .filter(this::isConstant)
                .mapToInt(field -> fixedBytes(field.type()))
                .sum();
    }

    private boolean isConstant(FieldSpec field) {
        return scope.versionIn(field.versions()).equals(Scope.ALWAYS)
                && !field.type().array()
                && fixedBytes(field.type()) > 0;
    }

    /** Bytes of one value, or 0 where that depends on the value. */
    private static int fixedBytes(FieldType type) {
        return type.primitive() != null && type.primitive().hasFixedSize()
                ? type.primitive().fixedBytes()
                : 0;
    }

    private void emitField(JavaText body, FieldSpec field) {
        if (isConstant(field)) {
            return;
        }
        String present = scope.versionIn(field.versions());
        if (present.equals(Scope.ALWAYS)) {
            body.line("size += %s;", valueSize(scope, field, "flexible"));
            return;
        }
        body.open("if (%s)", present).line("size += %s;", valueSize(scope, field, "flexible"));
        if (!field.ignorable()) {
            body.turn("else if (%s)", DefaultValue.differs(field));
            body.line("throw FieldWrites.unsupported(\"%s\", version);", scope.qualified(field));
        }
        body.close();
    }

    /** The size of a field that is there, as a Java expression. */
    static String valueSize(Scope scope, FieldSpec field, String flexible) {
        FieldType type = field.type();
        String value = "this." + field.name();
        if (type.array()) {
            return "sizeOf" + field.capitalName() + "(version)";
        }
        if (type.isStruct()) {
            String nullable = scope.nullableCondition(field);
            return switch (nullable) {
                case Scope.NEVER -> value + ".size(version)";
                case Scope.ALWAYS -> "(%s == null ? 1 : 1 + %s.size(version))".formatted(value, value);
                default -> "(%s == null ? 1 : (%s ? 1 : 0) + %s.size(version))".formatted(value, nullable, value);
            };
        }
        return single(scope, field, value, flexible, field.isNullable() ? "Nullable" : "");
    }

    private static String single(Scope scope, FieldSpec field, String value, String flexible, String nullable) {
        Primitive primitive = field.type().primitive();
        if (primitive == null) {
            return value + ".size(version)";
        }
        if (primitive.hasFixedSize()) {
            return Integer.toString(primitive.fixedBytes());
        }
        return "FieldSizes.of%s%s(%s, %s, \"%s\")"
                .formatted(nullable, primitive.methodSuffix(), value, flexible, scope.qualified(field));
    }

    private void emitSizeOfArray(FieldSpec field) {
        var body = new JavaText();
        body.line("%s values = this.%s;", field.type().javaType(), field.name());
        if (field.isNullable()) {
            body.open("if (values == null)")
                    .line("return FieldSizes.ofNullArray(flexible);")
                    .close();
        }
        int fixed = fixedBytes(field.type());
        if (fixed > 0) {
            String product = fixed == 1 ? "values.size()" : fixed + " * values.size()";
            body.line("return FieldSizes.ofCount(values.size(), flexible) + %s;", product);
        } else {
            body.line("int size = FieldSizes.ofCount(values.size(), flexible);");
            body.open("for (%s value : values)", field.type().elementType());
            body.line("size += %s;", single(scope, field, "value", "flexible", ""))
                    .close();
            body.line("return size;");
        }
        java.open("private int sizeOf%s(short version)", field.capitalName());
        new FlexibleLocal(scope, java).insert(body);
        java.close().blank();
    }

    private void emitTaggedSection(JavaText body) {
        if (!scope.canBeFlexible()) {
            return;
        }
        String size = scope.struct().tagged().isEmpty()
                ? "size += this.unknownTaggedFields.sizeBytes();"
                : "size += sizeOfTaggedFields(version);";
        if (scope.flexible().equals(Scope.ALWAYS)) {
            body.line("%s", size);
        } else {
            body.open("if (flexible)").line("%s", size).close();
        }
    }

    private void emitSizeOfTaggedFields() {
        java.open("private int sizeOfTaggedFields(short version)");
        java.line("int count = this.unknownTaggedFields.count();");
        java.line("int size = this.unknownTaggedFields.fieldBytes();");
        for (FieldSpec field : scope.struct().tagged()) {
            java.open("if (%s)", TagPresence.condition(scope, field));
            java.line("count++;");
            java.line("size += FieldSizes.ofTagged(%d, %s);", field.tag(), valueSize(scope, field, "true"));
            java.close();
        }
        java.line("return Varints.sizeOfUnsigned(count) + size;");
        java.close().blank();
    }
}
