package io.milena.generator;

import java.util.List;

/** Java source that grows line by line and keeps its own indentation. Not thread-safe. */
final class JavaText {

    private static final String INDENT = "    ";

    private final StringBuilder text = new StringBuilder();
    private int depth;

    /** Adds a line; the arguments fill it as in {@link String#formatted}. */
    JavaText line(String format, Object... arguments) {
        text.append(INDENT.repeat(depth)).append(format.formatted(arguments)).append('\n');
        return this;
    }

    JavaText blank() {
        text.append('\n');
        return this;
    }

    /** Adds {@code head {} and indents what follows. */
    JavaText open(String format, Object... arguments) {
        line(format + " {", arguments);
        depth++;
        return this;
    }

    /** Ends a block and begins the next one on the same line, as in {@code } else {}. */
    JavaText turn(String format, Object... arguments) {
        depth--;
        line("} " + format + " {", arguments);
        depth++;
        return this;
    }

    JavaText close() {
        depth--;
        return line("}");
    }

    /** Adds the lines of {@code body}, indented to this depth. */
    JavaText insert(JavaText body) {
        for (String each : body.text.toString().lines().toList()) {
            text.append(each.isEmpty() ? "" : INDENT.repeat(depth)).append(each).append('\n');
        }
        return this;
    }

    boolean contains(String part) {
        return text.indexOf(part) >= 0;
    }

    boolean isEmpty() {
        return text.isEmpty();
    }

    static JavaText of(List<String> lines) {
        var result = new JavaText();
        lines.forEach(line -> result.line("%s", line));
        return result;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
