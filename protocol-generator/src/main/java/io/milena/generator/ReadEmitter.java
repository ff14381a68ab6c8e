package io.milena.generator;

/** Generates the reading half of a structure. */
final class ReadEmitter {

    private static final String SIGNATURE = "(ByteBuf in, short version) throws MalformedMessage";

    private final Scope scope;
    private final JavaText java;

    ReadEmitter(Scope scope, JavaText java) {
        this.scope = scope;
        this.java = java;
    }

    void emit() {
        emitRead();
        emitReadFields();
        for (FieldSpec field : scope.struct().fields()) {
            if (field.type().array()) {
                emitReadArray(field);
            }
        }
        if (scope.canBeFlexible()) {
            emitReadTaggedFields();
        }
    }

    private void emitRead() {
        String name = scope.struct().name();
        if (scope.isRoot()) {
            java.line("/**");
            java.line(" * Reads one message from {@code in} and leaves the reader index behind it.");
            java.line(" *");
            java.line(" * @throws MalformedMessage if the bytes are no such message, or the version does not exist");
            java.line(" */");
        }
        java.open("%sstatic %s read%s", scope.isRoot() ? "public " : "", name, SIGNATURE);
        if (scope.isRoot()) {
            java.line("FieldReads.checkVersion(version, LOWEST_VERSION, HIGHEST_VERSION, \"%s\");", name);
        }
        java.line("%s result = new %s();", name, name);
        if (scope.carriesRecords()) {
            java.line("boolean complete = false;");
            java.open("try");
            java.line("result.readFields(in, version);");
            java.line("complete = true;");
            java.turn("finally");
            java.open("if (!complete)").line("result.release();").close();
            java.close();
        } else {
            java.line("result.readFields(in, version);");
        }
        java.line("return result;").close().blank();
    }

    private void emitReadFields() {
        var body = new JavaText();
        for (FieldSpec field : scope.struct().positional()) {
            String present = scope.versionIn(field.versions());
            if (present.equals(Scope.ALWAYS)) {
                body.line("%s", assignment(field, "flexible"));
            } else {
                body.open("if (%s)", present)
                        .line("%s", assignment(field, "flexible"))
                        .close();
            }
        }
        if (scope.flexible().equals(Scope.ALWAYS)) {
            body.line("readTaggedFields(in, version);");
        } else if (scope.canBeFlexible()) {
            body.open("if (flexible)").line("readTaggedFields(in, version);").close();
        }
        java.open("private void readFields%s", SIGNATURE);
        new FlexibleLocal(scope, java).insert(body);
        java.close().blank();
    }

    private String assignment(FieldSpec field, String flexible) {
        if (field.type().array()) {
            return "read" + field.capitalName() + "(in, version);";
        }
        return "this." + field.name() + " = " + value(field, flexible) + ";";
    }

    private String value(FieldSpec field, String flexible) {
        String nullable = scope.nullableCondition(field);
        String plain = single(field, flexible);
        String orNull = field.type().isStruct()
                ? "FieldReads.readPresence(in) ? " + plain + " : null"
                : plain.replaceFirst("\\.read", ".readNullable");
        return switch (nullable) {
            case Scope.NEVER -> plain;
            case Scope.ALWAYS -> orNull;
            default -> "!(" + nullable + ") ? " + plain + " : " + orNull;
        };
    }

    /** Reads one value that is not null. */
    private String single(FieldSpec field, String flexible) {
        Primitive primitive = field.type().primitive();
        if (primitive == null) {
            return field.type().name() + ".read(in, version)";
        }
        String method = "FieldReads.read" + primitive.methodSuffix();
        return primitive.hasFixedSize()
                ? method + "(in)"
                : method + "(in, " + flexible + ", \"" + scope.qualified(field) + "\")";
    }

    private void emitReadArray(FieldSpec field) {
        String nullable = scope.nullableCondition(field);
        String arguments =
                "(in, flexible, %d, \"%s\")".formatted(scope.minimumElementBytes(field), scope.qualified(field));
        var body = new JavaText();
        switch (nullable) {
            case Scope.NEVER -> body.line("int count = FieldReads.readCount%s;", arguments);
            case Scope.ALWAYS -> body.line("int count = FieldReads.readNullableCount%s;", arguments);
            default -> {
                body.line("int count = %s", nullable);
                body.line("        ? FieldReads.readNullableCount%s", arguments);
                body.line("        : FieldReads.readCount%s;", arguments);
            }
        }
        if (!nullable.equals(Scope.NEVER)) {
            body.open("if (count < 0)").line("this.%s = null;", field.name());
            body.line("return;").close();
        }
        body.line("%s values = FieldReads.newList(count);", field.type().javaType());
        body.line("this.%s = values;", field.name());
        body.open("for (int i = 0; i < count; i++)");
        body.line("values.add(%s);", single(field, "flexible")).close();
        java.open("private void read%s%s", field.capitalName(), SIGNATURE);
        new FlexibleLocal(scope, java).insert(body);
        java.close().blank();
    }

    private void emitReadTaggedFields() {
        java.open("private void readTaggedFields%s", SIGNATURE);
        if (scope.struct().tagged().isEmpty()) {
            java.line("this.unknownTaggedFields = TaggedFields.read(in);")
                    .close()
                    .blank();
            return;
        }
        java.line("int count = FieldReads.readTagCount(in);");
        java.open("if (count == 0)").line("return;").close();
        java.line("TagReader tags = new TagReader(in, count);");
        java.open("while (tags.next())");
        java.open("switch (tags.tag())");
        for (FieldSpec field : scope.struct().tagged()) {
            emitTag(field);
        }
        java.line("default -> tags.keep();").close();
        java.line("tags.endOfField();").close();
        java.line("this.unknownTaggedFields = tags.kept();").close().blank();
    }

    /** In versions that lack the field its tag is as unknown as any other. */
    private void emitTag(FieldSpec field) {
        String present =
                scope.versionIn(field.versions().intersect(scope.message().flexible()));
        if (present.equals(Scope.ALWAYS) || present.equals(scope.flexible())) {
            java.line("case %d -> %s", field.tag(), assignment(field, "true"));
            return;
        }
        java.open("case %d ->", field.tag());
        java.open("if (%s)", present).line("%s", assignment(field, "true"));
        java.turn("else").line("tags.keep();").close();
        java.close();
    }
}
