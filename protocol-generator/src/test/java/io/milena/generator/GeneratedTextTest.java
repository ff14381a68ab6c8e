package io.milena.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which decisions appear in generated code; that it works is for the tests of the messages themselves. */
class GeneratedTextTest {

    private static final String HEAD = "request FooRequest key=3 versions=0-4 flexible=2+";
    private static final String ANSWER = "response FooResponse key=3 versions=0-4 flexible=2+";

    private static String generate(String... fields) {
        var lines = new ArrayList<String>(List.of(HEAD));
        lines.addAll(List.of(fields));
        return new MessageEmitter(SchemaParser.parse("Foo.txt", lines).get(0)).source("test");
    }

    @Test
    void aFieldOfAllVersionsIsReadWithoutACondition() {
        assertThat(generate("  a: int32 v0+"))
                .contains("\n        this.a = FieldReads.readInt32(in);")
                .contains("private int a = 0;")
                .doesNotContain("else if");
    }

    @Test
    void aFieldOfSomeVersionsIsReadUnderACondition() {
        assertThat(generate("  a: int32 v1-3")).contains("if (version >= 1 && version <= 3) {");
    }

    @Test
    void onlyWhatIsNotIgnorableIsRefusedWhereTheVersionLacksIt() {
        assertThat(generate("  a: int32 v1+ default=-1"))
                .contains("} else if (this.a != -1) {")
                .contains("throw FieldWrites.unsupported(\"FooRequest.a\", version);");
        assertThat(generate("  a: int32 v1+ default=-1 ignorable")).doesNotContain("unsupported");
    }

    @Test
    void nullIsReadOnlyInVersionsThatKnowIt() {
        assertThat(generate("  a: string v0+ nullable=3+"))
                .contains("!(version >= 3) ? FieldReads.readString(")
                .contains("FieldWrites.checkNull(this.a, version >= 3, \"FooRequest.a\", version);")
                .contains("private @Nullable String a = \"\";");
    }

    @Test
    void aTaggedFieldIsLeftOutAtItsDefault() {
        assertThat(generate("  a: int32 v2+ tagged=2+ tag=7 default=5"))
                .contains("boolean hasA = version >= 2 && this.a != 5;")
                .contains("case 7 -> this.a = FieldReads.readInt32(in);");
    }

    @Test
    void aTagOfALaterVersionIsUnknownBefore() {
        assertThat(generate("  a: int32 v3+ tagged=3+ tag=7"))
                .contains("if (version >= 3) {\n                        this.a = FieldReads.readInt32(in);")
                .contains("tags.keep();");
    }

    @Test
    void onlyRecordsAreReleased() {
        assertThat(generate("  a: bytes v0+")).doesNotContain("release");
        assertThat(generate("  a: records v0+ nullable=0+")).contains("this.a.release();");
    }

    @Test
    void theCountOfAnArrayIsHeldAgainstTheSmallestElement() {
        assertThat(generate("  a: []Item v0+", "    x: int64 v0+", "    y: string v1+"))
                .contains("FieldReads.readCount(in, flexible, 8, \"FooRequest.a\")");
    }

    @Test
    void filesAreWrittenOnceAndLeftoversRemoved(@TempDir Path folder) throws IOException {
        Path schemas = Files.createDirectory(folder.resolve("schemas"));
        Path out = Files.createDirectory(folder.resolve("out"));
        Files.write(schemas.resolve("Foo.txt"), List.of(HEAD, "  a: int8 v0+", ANSWER, "  a: int8 v0+"));
        Path leftover = Files.writeString(out.resolve("Old.java"), "class Old {}");

        GeneratorMain.main(new String[] {schemas.toString(), out.toString()});

        assertThat(leftover).doesNotExist();
        assertThat(out.resolve("io/milena/protocol/messages/FooRequest.java")).isRegularFile();
        assertThat(out.resolve("io/milena/protocol/ApiKey.java")).content().contains("FOO(", "3, \"Foo\",");
    }

    @Test
    void anApiKnowsTheFirstVersionThatIsNotDeprecated() {
        String key = "io/milena/protocol/ApiKey.java";
        String deprecated = HEAD.replace("versions=", "deprecated=0-1 versions=");

        var plain = SchemaParser.parse("Foo.txt", List.of(HEAD, "  a: int8 v0+", ANSWER, "  a: int8 v0+"));
        var old = SchemaParser.parse("Foo.txt", List.of(deprecated, "  a: int8 v0+", ANSWER, "  a: int8 v0+"));

        assertThat(GeneratorMain.sources(plain).get(key)).contains("NONE),\n            0);\n");
        assertThat(GeneratorMain.sources(old).get(key)).contains("NONE),\n            2);\n");
    }

    @Test
    void twoApisOfOneKeyAreAnError() {
        List<MessageSpec> messages = SchemaParser.parse(
                "Foo.txt", List.of(HEAD, "  a: int8 v0+", HEAD.replace("Foo", "Bar"), "  a: int8 v0+"));

        assertThatThrownBy(() -> GeneratorMain.sources(messages)).hasMessageContaining("API key 3: both FooRequest");
    }

    @Test
    void everyMessageHasAFileOfItsOwn() {
        Map<String, String> sources = GeneratorMain.sources(
                SchemaParser.parse("Foo.txt", List.of(HEAD, "  a: int8 v0+", ANSWER, "  a: int8 v0+")));

        assertThat(sources)
                .containsOnlyKeys(
                        "io/milena/protocol/ApiKey.java",
                        "io/milena/protocol/messages/FooRequest.java",
                        "io/milena/protocol/messages/FooResponse.java",
                        "io/milena/protocol/messages/package-info.java");
    }
}
