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
 * Some hundred requests, good and strange ones, in all versions (those between two that are answered alike only in
 * heavy runs): our answers are those that the reference has given, or those that the book of differences gives a reason
 * for.
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
        Map<String, String> expected = expected();

        Map<String, String> ours = ourAnswers(questionsWhereAnswersChange(expected));

        assertThat(differing(expected, ours)).isEmpty();
    }

    @Tag("heavy")
    @Test
    void inNoVersionBetweenDoesOurAnswerChange() {
        assertThat(differing(expected(), ourAnswers(Questions.all()))).isEmpty();
    }

    /** Each in the versions that end a row of equal answers: the first, the last, and those around each change. */
    private static List<Question> questionsWhereAnswersChange(Map<String, String> expected) {
        return Questions.all().stream()
                .map(question -> question.onlyIn(AnswerBook.endsOfRows(expected.getOrDefault(question.name(), ""))))
                .toList();
    }

    private Map<String, String> ourAnswers(List<Question> questions) {
        Assumptions.assumeFalse(BrokerProcess.REFERENCE, "compared by another test");
        try (var broker = BrokerProcess.start(folder, SETTINGS)) {
            return Interview.of(broker.address(), questions);
        }
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
