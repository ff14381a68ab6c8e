package io.milena.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The measure itself: each rule bites, and only where it should. */
class MeasureTest {

    private static List<String> findings(String text) {
        return Measure.findingsIn(Sources.of("m/src/main/java/p/A.java", text));
    }

    private static List<String> habits(String text) {
        return Habits.findingsIn(Sources.of("m/src/test/java/p/ATest.java", text));
    }

    @Test
    void aTidyFileHasNoFindings() {
        assertThat(findings("/** Holds one. */\nfinal class A {\n    record Nested(int value) {}\n}\n"))
                .isEmpty();
    }

    @Test
    void aTypeNeedsItsCommentAndItsFinal() {
        assertThat(findings("package p;\n\nclass A {}\n"))
                .containsExactly(
                        "m/src/main/java/p/A.java:3: A has no class comment",
                        "m/src/main/java/p/A.java:3: class A is neither final, sealed nor abstract");
    }

    @Test
    void aNestedClassWithBehaviourNeedsItsComment() {
        assertThat(findings("/** A. */\nfinal class A {\n    static final class B {}\n}\n"))
                .containsExactly("m/src/main/java/p/A.java:3: nested class B has no class comment");
    }

    @Test
    void exceptionsAndTestClassesMayBeExtended() {
        assertThat(findings("/** A. */\nclass A extends RuntimeException {}\n")).isEmpty();
        assertThat(Measure.findingsIn(
                        Sources.of("m/src/test/java/p/ATest.java", "/** A. */\nclass ATest {\n@Test void a() {}\n}\n")))
                .isEmpty();
    }

    @Test
    void aLongMethodIsFound() {
        String body = "        int a;\n".repeat(59);
        String text = "/** A. */\nfinal class A {\n    void m() {\n" + body + "    }\n}\n";

        assertThat(findings(text)).containsExactly("m/src/main/java/p/A.java:3: method m has 61 lines (limit 60)");
    }

    @Test
    void aLongFileNeedsAReasonAndHasAnEnd() {
        String long501 = "\n".repeat(499) + "/** A. */\nfinal class A {}\n";
        String reasoned = long501.replace("/** A. */", "/** A. Longer than most: one table. */");

        assertThat(findings(long501)).singleElement().asString().contains("501 lines (limit 500");
        assertThat(findings(reasoned)).isEmpty();
        assertThat(findings("\n".repeat(100) + reasoned))
                .singleElement()
                .asString()
                .contains("601 lines (limit 600)");
    }

    @Test
    void sevenParametersAreTooMany() {
        assertThat(findings(
                        "/** A. */\nfinal class A {\nvoid m(int a, int b, int c, int d, int e, int f, int g) {}\n}"))
                .containsExactly("m/src/main/java/p/A.java:3: method m takes 7 parameters (limit 6)");
    }

    @Test
    void fourLevelsAreTooDeepAndElseIfIsNoLevel() {
        String deep = "/** A. */\nfinal class A {\nvoid m() {\nfor (;;) {\nif (x) {\ntry {\nif (y) {\n}\n"
                + "} finally {\n}\n}\n}\n}\n}";
        String chain = "/** A. */\nfinal class A {\nvoid m() {\nif (a) {\n} else if (b) {\n} else if (c) {\n"
                + "} else if (d) {\n} else {\n}\n}\n}";

        assertThat(findings(deep)).containsExactly("m/src/main/java/p/A.java:7: method m nests 4 deep here (limit 3)");
        assertThat(findings(chain)).isEmpty();
    }

    @Test
    void aWideLineIsFound() {
        assertThat(findings("/** A. */\nfinal class A {} //" + "x".repeat(110)))
                .containsExactly("m/src/main/java/p/A.java:2: line of 129 characters (limit 120)");
    }

    @Test
    void sleepingMockingOursAndInterruptingAreFound() {
        String text = "package p;\nimport io.milena.common.Node;\nimport java.util.List;\nclass ATest {\nvoid a() {\n"
                + "Thread.sleep(1);\nmock(Node.class);\nmock(List.class);\nfuture.cancel(true);\n}\n@Mock Node n;\n}";

        assertThat(habits(text))
                .extracting(finding -> finding.replaceAll(".*java:", "").replaceAll(" \\(.*", ""))
                .containsExactly(
                        "6: a test sleeps",
                        "7: mocks Node.class, a type of ours".replace(".class", ""),
                        "9: cancel(true) interrupts a thread",
                        "11: mocks Node, a type of ours");
    }
}
