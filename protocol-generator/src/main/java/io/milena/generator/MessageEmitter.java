package io.milena.generator;

/** Generates the class of one message, with a nested class for each of its structures. */
final class MessageEmitter {

    private final MessageSpec message;

    MessageEmitter(MessageSpec message) {
        this.message = message;
    }

    /** The source file. Only what it uses is imported: an unused import would be a warning. */
    String source(String packageName) {
        var body = new JavaText();
        emitMessage(body);
        String text = body.toString();
        var file = new JavaText();
        file.line("// Generated from the schema of this message. Changes belong there.");
        file.line("package %s;", packageName).blank();
        for (String imported : Imports.of(text)) {
            file.line("import %s;", imported);
        }
        return file.blank().toString() + text;
    }

    private void emitMessage(JavaText java) {
        String key = message.key() == MessageSpec.NO_KEY ? "" : " of API key " + message.key();
        java.line("/** The %s %s%s, versions %s. */", message.kind(), message.name(), key, message.versions());
        java.open("public final class %s implements ApiMessage", message.name());
        java.line(
                "public static final short LOWEST_VERSION = %d;",
                message.versions().low());
        java.line(
                "public static final short HIGHEST_VERSION = %d;",
                message.versions().high());
        java.blank();
        emitMembers(java, message.root());
        for (StructSpec struct : message.structs().values()) {
            java.blank();
            java.line("/** A structure of {@link %s}, versions %s. */", message.name(), struct.versions());
            java.open("public static final class %s", struct.name()).blank();
            emitMembers(java, struct);
            java.close();
        }
        java.close();
    }

    private void emitMembers(JavaText java, StructSpec struct) {
        var scope = new Scope(message, struct);
        var objects = new ObjectEmitter(scope, java);
        objects.emitState();
        new ReadEmitter(scope, java).emit();
        new SizeEmitter(scope, java).emit();
        new WriteEmitter(scope, java).emit();
        objects.emitObjectMethods();
    }
}
