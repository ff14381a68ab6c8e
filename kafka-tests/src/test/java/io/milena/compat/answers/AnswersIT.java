package io.milena.compat.answers;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Some hundred requests, good and strange ones, in all versions: our answers are those that the reference has given, or
 * those that the book of differences gives a reason for.
 *
 * <p>After a change of the questions, {@code -Pheavy -Dit.test=AnswersIT -Danswers.record=true} writes down the
 * reference's answers anew.
 */
class AnswersIT {

    private static final Path BOOKS = ReferenceJars.moduleFolder().resolve("src/test/resources/answers");
    private static final Path REFERENCE = BOOKS.resolve("reference-3.9.2.txt");
    private static final Path DIFFERENCES = BOOKS.resolve("differences.txt");
    private static final Map<String, String> SETTINGS =
            Map.of("auto.create.topics.enable", "false", "num.partitions", "1");

    @TempDir
    Path folder;

    @Test
    void ourAnswersAreTheReferencesOrDifferForAReason() {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "compared by the next test");
        Map<String, String> ours;

        try (var broker = BrokerProcess.start(folder, SETTINGS)) {
            ours = Interview.of(broker.address(), Questions.all());
        }

        assertThat(differing(expected(), ours)).isEmpty();
    }

    @Test
    void everyDifferenceIsOneAndHasAReason() {
        var recorded = AnswerBook.read(REFERENCE);

        AnswerBook.read(DIFFERENCES).forEach((question, entry) -> {
            assertThat(recorded).containsKey(question);
            assertThat(entry.reason()).as(question).isNotBlank();
            assertThat(entry.answer())
                    .as(question)
                    .isNotEqualTo(recorded.get(question).answer());
        });
    }

    @Tag("heavy")
    @Test
    void theReferenceAnswersAsRecorded() {
        Map<String, String> theirs;

        try (var broker = BrokerProcess.start(BrokerProcess.Kind.REFERENCE, folder, SETTINGS)) {
            theirs = Interview.of(broker.address(), Questions.all());
        }
        if (Boolean.getBoolean("answers.record")) {
            AnswerBook.write(REFERENCE, theirs);
        }

        assertThat(differing(answers(REFERENCE), theirs)).isEmpty();
    }

    private static Map<String, String> answers(Path book) {
        Map<String, String> answers = new LinkedHashMap<>();
        AnswerBook.read(book).forEach((question, entry) -> answers.put(question, entry.answer()));
        return answers;
    }

    private static Map<String, String> expected() {
        Map<String, String> expected = answers(REFERENCE);
        expected.putAll(answers(DIFFERENCES));
        return expected;
    }

    /** Each as a text that can be pasted into the book of differences. */
    private static List<String> differing(Map<String, String> expected, Map<String, String> answers) {
        assertThat(expected.keySet())
                .as("questions, which must be recorded anew")
                .isEqualTo(answers.keySet());
        return answers.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(expected.get(entry.getKey())))
                .map(entry -> "\n# " + entry.getKey() + "\n" + entry.getValue() + "\nexpected:\n"
                        + expected.get(entry.getKey()) + "\n")
                .toList();
    }
}
