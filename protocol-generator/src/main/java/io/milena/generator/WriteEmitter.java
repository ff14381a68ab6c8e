package io.milena.generator;

/** Generates the writing half of a structure. What carries records is written to the sink, all else to a buffer. */
final class WriteEmitter {

    private final Scope scope;
    private final JavaText java;

    /** The parameter of the generated methods, and how they come by the buffer. */
    private final String parameter;

    private final String buffer;

    WriteEmitter(Scope scope, JavaText java) {
        this.scope = scope;
        this.java = java;
        this.parameter = scope.carriesRecords() ? "MessageSink sink" : "ByteBuf out";
        this.buffer = scope.carriesRecords() ? "sink.buffer()" : "out";
    }

    void emit() {
        if (scope.isRoot()) {
            java.line("@Override");
            java.open("public void write(MessageSink sink, short version)");
            java.line("FieldWrites.checkVersion(version, LOWEST_VERSION, HIGHEST_VERSION, \"%s\");", structName());
            java.line("writeFields(%s, version);", scope.carriesRecords() ? "sink" : "sink.buffer()");
            java.close().blank();
        }
        emitWriteFields();
        for (FieldSpec field : scope.struct().fields()) {
            if (field.type().array()) {
                emitWriteArray(field);
            }
        }
        if (scope.canBeFlexible() && !scope.struct().tagged().isEmpty()) {
            emitWriteTaggedFields();
        }
    }

    private String structName() {
        return scope.struct().name();
    }

    private void emitWriteFields() {
        var body = new JavaText();
        for (FieldSpec field : scope.struct().positional()) {
            emitWhenPresent(body, field);
        }
        emitTaggedSection(body);
        java.open("private void writeFields(%s, short version)", parameter);
        new FlexibleLocal(scope, java).insert(body);
        java.close().blank();
    }

    private void emitWhenPresent(JavaText body, FieldSpec field) {
        String present = scope.versionIn(field.versions());
        if (present.equals(Scope.ALWAYS)) {
            emitValue(body, field, "flexible");
            return;
        }
        body.open("if (%s)", present);
        emitValue(body, field, "flexible");
        if (!field.ignorable()) {
            body.turn("else if (%s)", DefaultValue.differs(field));
            body.line("throw FieldWrites.unsupported(\"%s\", version);", scope.qualified(field));
        }
        body.close();
    }

    private void emitValue(JavaText body, FieldSpec field, String flexible) {
        String value = "this." + field.name();
        if (field.type().array()) {
            body.line("write%s(%s, version);", field.capitalName(), scope.carriesRecords() ? "sink" : "out");
            return;
        }
        String nullable = scope.nullableCondition(field);
        if (field.type().isStruct() && !nullable.equals(Scope.NEVER)) {
            emitNullableStruct(body, field, nullable);
            return;
        }
        if (!nullable.equals(Scope.NEVER) && !nullable.equals(Scope.ALWAYS)) {
            body.line("FieldWrites.checkNull(%s, %s, \"%s\", version);", value, nullable, scope.qualified(field));
        }
        body.line("%s", single(field, value, flexible, nullable.equals(Scope.NEVER) ? "" : "Nullable"));
    }

    private void emitNullableStruct(JavaText body, FieldSpec field, String nullable) {
        String value = "this." + field.name();
        if (!nullable.equals(Scope.ALWAYS)) {
            body.line("FieldWrites.checkNull(%s, %s, \"%s\", version);", value, nullable, scope.qualified(field));
            body.open("if (%s)", nullable);
            body.line("FieldWrites.writePresence(%s, %s != null);", buffer, value)
                    .close();
        } else {
            body.line("FieldWrites.writePresence(%s, %s != null);", buffer, value);
        }
        body.open("if (%s != null)", value);
        body.line("%s", single(field, value, "flexible", "")).close();
    }

    /** A statement that writes one value; {@code nullable} is "Nullable" or empty. */
    private String single(FieldSpec field, String value, String flexible, String nullable) {
        Primitive primitive = field.type().primitive();
        if (primitive == null) {
            boolean records = scope.message().carriesRecords(scope.message().structOf(field));
            return "%s.writeFields(%s, version);".formatted(value, records ? "sink" : buffer);
        }
        String target = primitive == Primitive.RECORDS ? "sink" : buffer;
        String name = scope.qualified(field);
        return switch (primitive) {
            case BOOL -> "%s.writeBoolean(%s);".formatted(buffer, value);
            case INT8 -> "%s.writeByte(%s);".formatted(buffer, value);
            case INT16 -> "%s.writeShort(%s);".formatted(buffer, value);
            case INT32 -> "%s.writeInt(%s);".formatted(buffer, value);
            case INT64 -> "%s.writeLong(%s);".formatted(buffer, value);
            case FLOAT64 -> "%s.writeDouble(%s);".formatted(buffer, value);
            case UUID -> "FieldWrites.writeUuid(%s, %s);".formatted(buffer, value);
            case UINT16, UINT32 ->
                "FieldWrites.write%s(%s, %s, \"%s\");".formatted(primitive.methodSuffix(), buffer, value, name);
            case STRING, BYTES, RECORDS ->
                "FieldWrites.write%s%s(%s, %s, %s, \"%s\");"
                        .formatted(nullable, primitive.methodSuffix(), target, value, flexible, name);
        };
    }

    private void emitWriteArray(FieldSpec field) {
        var body = new JavaText();
        String nullable = scope.nullableCondition(field);
        body.line("%s values = this.%s;", field.type().javaType(), field.name());
        if (!nullable.equals(Scope.NEVER)) {
            body.open("if (values == null)");
            if (!nullable.equals(Scope.ALWAYS)) {
                body.line("FieldWrites.checkNull(values, %s, \"%s\", version);", nullable, scope.qualified(field));
            }
            body.line("FieldWrites.writeNullArray(%s, flexible);", buffer);
            body.line("return;").close();
        }
        body.line("FieldWrites.writeCount(%s, values.size(), flexible);", buffer);
        body.open("for (%s value : values)", loopType(field.type()));
        body.line("%s", single(field, "value", "flexible", "")).close();
        java.open("private void write%s(%s, short version)", field.capitalName(), parameter);
        new FlexibleLocal(scope, java).insert(body);
        java.close().blank();
    }

    private static String loopType(FieldType type) {
        return type.primitive() == null ? type.name() : type.primitive().javaType();
    }

    private void emitTaggedSection(JavaText body) {
        String flexible = scope.flexible();
        if (!scope.canBeFlexible()) {
            body.line("FieldWrites.checkNoTags(this.unknownTaggedFields, \"%s\", version);", structName());
            return;
        }
        String write = scope.struct().tagged().isEmpty()
                ? "this.unknownTaggedFields.write(" + buffer + ");"
                : "writeTaggedFields(" + (scope.carriesRecords() ? "sink" : "out") + ", version);";
        if (flexible.equals(Scope.ALWAYS)) {
            body.line("%s", write);
        } else {
            body.open("if (flexible)").line("%s", write);
            body.turn("else");
            body.line("FieldWrites.checkNoTags(this.unknownTaggedFields, \"%s\", version);", structName());
            body.close();
        }
        scope.struct().tagged().stream()
                .filter(field -> !field.ignorable())
                .forEach(field -> emitTagUnsupported(body, field));
    }

    private void emitTagUnsupported(JavaText body, FieldSpec field) {
        String present = scope.versionIn(field.versions());
        if (present.equals(Scope.ALWAYS)) {
            return;
        }
        body.open("if (!(%s) && (%s))", present, DefaultValue.differs(field));
        body.line("throw FieldWrites.unsupported(\"%s\", version);", scope.qualified(field))
                .close();
    }

    private void emitWriteTaggedFields() {
        java.open("private void writeTaggedFields(%s, short version)", parameter);
        for (FieldSpec field : scope.struct().tagged()) {
            java.line("boolean has%s = %s;", field.capitalName(), TagPresence.condition(scope, field));
        }
        java.line("int count = this.unknownTaggedFields.count();");
        for (FieldSpec field : scope.struct().tagged()) {
            java.line("count += has%s ? 1 : 0;", field.capitalName());
        }
        java.line("Varints.writeUnsigned(%s, count);", buffer);
        java.line("int unknown = 0;");
        for (FieldSpec field : scope.struct().tagged()) {
            java.open("if (has%s)", field.capitalName());
            java.line("unknown = this.unknownTaggedFields.writeBelow(%s, unknown, %d);", buffer, field.tag());
            java.line("Varints.writeUnsigned(%s, %d);", buffer, field.tag());
            java.line("Varints.writeUnsigned(%s, %s);", buffer, SizeEmitter.valueSize(scope, field, "true"));
            emitValue(java, field, "true");
            java.close();
        }
        java.line("this.unknownTaggedFields.writeRest(%s, unknown);", buffer);
        java.close().blank();
    }
}
