package io.milena.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the parser understands, and that it says where it does not. */
class SchemaParserTest {

    private static final String HEAD = "request FooRequest key=3 versions=0-4 flexible=2+";

    private static MessageSpec parse(String... lines) {
        return SchemaParser.parse("Foo.txt", List.of(lines)).get(0);
    }

    @Test
    void readsFieldsInOrder() {
        MessageSpec message = parse("# a comment", HEAD, "  first: int32 v0+ default=-1", "  second: []string v1-3");

        assertThat(message.key()).isEqualTo(3);
        assertThat(message.flexible()).isEqualTo(VersionRange.parse("2+"));
        assertThat(message.root().fields()).extracting(FieldSpec::name).containsExactly("first", "second");
        assertThat(message.root().fields().get(0).defaultText()).isEqualTo("-1");
        assertThat(message.root().fields().get(1).versions()).isEqualTo(new VersionRange(1, 3));
        assertThat(message.root().fields().get(1).type().javaType()).isEqualTo("List<String>");
    }

    @Test
    void versionsOfAStructureAreCutByWhatEnclosesIt() {
        MessageSpec message = parse(HEAD, "  items: []Item v1+", "    value: int8 v0-3");

        assertThat(message.structs().get("Item").fields().get(0).versions()).isEqualTo(new VersionRange(1, 3));
    }

    @Test
    void sharedStructuresMayBeUsedBeforeTheyStand() {
        MessageSpec message = parse(
                HEAD,
                "  struct Outer v0+",
                "    inner: Inner v0+",
                "  struct Inner v0+",
                "    a: bool v0+",
                "  o: Outer v0+");

        assertThat(message.structs()).containsOnlyKeys("Outer", "Inner");
        assertThat(message.structOf(message.root().fields().get(0)).name()).isEqualTo("Outer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: int31 v0+|type 'int31'",
                "a: int32|ends early",
                "a: int32 0+|expected: versions",
                "a: int32 v5+|exists in no version",
                "a: int8 v0+ default=128|default=128",
                "a: int8 v0+ default=null|default=null",
                "a: string v0+ default=x|default=x",
                "a: []int8 v0+ default=0|default=0",
                "a: int8 v0+ colour=red|unknown attribute 'colour'",
                "a: int8 v0+ shiny|unknown flag 'shiny'",
                "a: int8 v0+ default=1 default=2|given twice",
                "a: int8 v2+ tag=0|go together",
                "a: int8 v0+ tagged=0+ tag=0|all of them flexible",
                "a: int8 v2+ tagged=3+ tag=0|all its versions",
                "a: records v2+ tagged=2+ tag=0|records in a tagged field",
                "a: Missing v0+|no structure Missing",
                "b: int8 v0+|a second field b",
                "A: int8 v0+|field name 'A'",
                "a int8 v0+|expected: a field"
            })
    void anErrorNamesFileAndLine(String line, String complaint) {
        assertThatThrownBy(() -> parse("# one", HEAD, "  b: int32 v0+", "  " + line))
                .isInstanceOf(SchemaException.class)
                .hasMessageStartingWith("Foo.txt:4: ")
                .hasMessageContaining(complaint);
    }

    @ParameterizedTest
    @CsvSource({
        "query FooRequest versions=0,'query'",
        "request FooRequest,a range with an end",
        "request FooRequest versions=0+,a range with an end",
        "request FooRequest versions=0 key=x,key=x",
        "request FooRequest versions=0-4 deprecated=1-2,the first of the versions",
        "request FooRequest versions=0-4 deprecated=0-4,and not all",
        "request,ends early"
    })
    void anErrorInTheHeadNamesItsLine(String head, String complaint) {
        assertThatThrownBy(() -> parse("", head, "  a: int8 v0+"))
                .hasMessageStartingWith("Foo.txt:2: ")
                .hasMessageContaining(complaint);
    }

    @Test
    void unevenIndentationIsAnError() {
        assertThatThrownBy(() -> parse(HEAD, "   a: int8 v0+")).hasMessageContaining("Foo.txt:2: indented by 3");
    }

    @Test
    void aChildOfAPlainFieldIsAnError() {
        assertThatThrownBy(() -> parse(HEAD, "  a: int8 v0+", "    b: int8 v0+"))
                .hasMessageContaining("Foo.txt:3: indented too deep");
    }

    @Test
    void aStructureInsideItselfIsAnError() {
        assertThatThrownBy(() -> parse(HEAD, "  struct Node v0+", "    next: []Node v0+", "  root: Node v0+"))
                .hasMessageContaining("contain themselves: [Node]");
    }

    @Test
    void elementsOfNoBytesAreAnError() {
        assertThatThrownBy(() -> parse("data Foo versions=0-1 flexible=none", "  items: []Item v0+", "    a: int8 v1+"))
                .hasMessageStartingWith("Foo.txt:2: ")
                .hasMessageContaining("no byte");
    }
}
