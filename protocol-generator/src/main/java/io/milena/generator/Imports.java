package io.milena.generator;

import java.util.List;
import java.util.regex.Pattern;

/** What a generated class may import. */
final class Imports {

    private static final List<String> CANDIDATES = List.of(
            "io.milena.common.Uuid",
            "io.milena.protocol.ApiMessage",
            "io.milena.protocol.FieldReads",
            "io.milena.protocol.FieldSizes",
            "io.milena.protocol.FieldWrites",
            "io.milena.protocol.MalformedMessage",
            "io.milena.protocol.MessageSink",
            "io.milena.protocol.RecordsField",
            "io.milena.protocol.TagReader",
            "io.milena.protocol.TaggedFields",
            "io.milena.protocol.Varints",
            "io.netty.buffer.ByteBuf",
            "java.util.Arrays",
            "java.util.List",
            "java.util.Objects",
            "java.util.function.IntConsumer",
            "org.jspecify.annotations.Nullable");

    private Imports() {}

    /** The candidates whose simple name occurs in {@code source}, sorted. */
    static List<String> of(String source) {
        return CANDIDATES.stream()
                .filter(name -> Pattern.compile("\\b" + name.substring(name.lastIndexOf('.') + 1) + "\\b")
                        .matcher(source)
                        .find())
                .toList();
    }
}
