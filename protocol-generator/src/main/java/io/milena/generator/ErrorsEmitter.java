package io.milena.generator;

import java.util.Locale;

/** Generates {@code errors}, which tells every error code that a message carries. */
final class ErrorsEmitter {

    private static final String SUFFIX = "errorcode";

    private final Scope scope;
    private final JavaText java;

    ErrorsEmitter(Scope scope, JavaText java) {
        this.scope = scope;
        this.java = java;
    }

    /** Whether {@code field} says what became of its struct, and not of an aside such as a topic's settings. */
    static boolean isError(FieldSpec field) {
        return field.type().is(Primitive.INT16)
                && !field.type().array()
                && !field.isTagged()
                && field.name().toLowerCase(Locale.ROOT).endsWith(SUFFIX);
    }

    void emit() {
        if (!scope.message().carriesErrors(scope.struct())) {
            return;
        }
        java.line("%s", scope.isRoot() ? "@Override" : "/** Tells every error code inside. */");
        java.open("public void errors(IntConsumer told)");
        for (FieldSpec field : scope.struct().fields()) {
            emit(field);
        }
        java.close().blank();
    }

    private void emit(FieldSpec field) {
        if (isError(field)) {
            java.line("told.accept(this.%s);", field.name());
            return;
        }
        boolean holdsErrors = field.type().isStruct()
                && scope.message().carriesErrors(scope.message().structOf(field));
        if (!holdsErrors) {
            return;
        }
        if (field.isNullable()) {
            java.open("if (this.%s != null)", field.name());
        }
        if (field.type().array()) {
            java.open("for (%s value : this.%s)", field.type().elementType(), field.name());
            java.line("value.errors(told);").close();
        } else {
            java.line("this.%s.errors(told);", field.name());
        }
        if (field.isNullable()) {
            java.close();
        }
    }
}
