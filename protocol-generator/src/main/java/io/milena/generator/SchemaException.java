package io.milena.generator;

/** A schema file is not as the grammar wants it. The message begins with file and line. */
final class SchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SchemaException(String file, int line, String what) {
        super(file + ":" + line + ": " + what);
    }
}
