package io.milena.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.errors.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How any tool reads its options, and how it ends. */
class ToolMainTest {

    private final FakeShell shell = new FakeShell();

    /** A tool that does what a test says. */
    @Command(name = "kafka-some.sh", description = "Does something.")
    private static final class SomeTool implements Tool {

        @Option(names = "--some-topic", required = true, paramLabel = "TOPIC", description = "The topic.")
        private String topic = "";

        private final Consumer<String> work;

        SomeTool(Consumer<String> work) {
            this.work = work;
        }

        @Override
        public void run(Shell shell) {
            work.accept(topic);
            shell.out().println("done with " + topic);
        }
    }

    private int run(Consumer<String> work, String... args) {
        return ToolMain.run(new SomeTool(work), shell, args);
    }

    @Test
    void valuesStandBehindABlankOrAnEqualsSignAndNamesMayBeShort() {
        assertThat(run(topic -> {}, "--some-topic", "sky")).isZero();
        assertThat(run(topic -> {}, "--some-topic=sea")).isZero();
        assertThat(run(topic -> {}, "--some", "sun")).isZero();

        assertThat(shell.printed().lines()).containsExactly("done with sky", "done with sea", "done with sun");
        assertThat(shell.complained()).isEmpty();
    }

    @Test
    void whatIsWrongWithOptionsIsOneLine() {
        assertThat(run(topic -> {})).isEqualTo(1);
        assertThat(run(topic -> {}, "--some-topic", "sky", "--nonsense")).isEqualTo(1);

        assertThat(shell.complained().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("kafka-some.sh: "))
                .allMatch(line -> line.endsWith("(kafka-some.sh --help lists the options)"));
        assertThat(shell.complained()).contains("--some-topic", "--nonsense");
    }

    @Test
    void aFailureIsOneLineWhateverItsTextIs() {
        int code = run(
                topic -> {
                    throw new TimeoutException("no broker of [one:9092]\n can be reached ");
                },
                "--some-topic=sky");

        assertThat(code).isEqualTo(1);
        assertThat(shell.complained())
                .isEqualTo("kafka-some.sh: no broker of [one:9092]; can be reached" + System.lineSeparator());
    }

    @Test
    void whatShouldNotHappenFailsToo() {
        int code = run(
                topic -> {
                    throw new IllegalStateException("odd");
                },
                "--some-topic=sky");

        assertThat(code).isEqualTo(1);
        assertThat(shell.complained()).contains("IllegalStateException: odd");
    }

    @Test
    void helpAndVersionNeedNoOptions() {
        assertThat(run(topic -> {}, "--help")).isZero();
        assertThat(shell.printed()).contains("Does something.", "--some-topic", "The topic.");

        assertThat(run(topic -> {}, "--version")).isZero();
    }
}
