package io.milena.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of kafka-topics.sh that do not go together are refused before anybody is asked. */
class TopicsCheckTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                      | exactly one action",
                "--create --describe --topic x         | exactly one action",
                "--create                              | --topic is missing",
                "--delete                              | --topic is missing",
                "--alter --topic x                     | --partitions is missing",
                "--list --partitions 3                 | --partitions cannot be used with --list",
                "--alter --topic x --partitions 3 --config a=b | --config cannot be used with --alter",
                "--list --if-exists                    | --if-exists cannot be used with --list",
                "--create --topic x --if-exists        | --if-exists cannot be used with --create",
                "--delete --topic x --if-not-exists    | --if-not-exists cannot be used with --delete",
                "--list --under-replicated-partitions  | --under-replicated-partitions cannot be used with --list",
                "--describe --unavailable-partitions --topics-with-overrides | cannot be used with",
                "--create --topic x --replica-assignment 0 --partitions 1 | --replica-assignment says how many",
                "--create --topic x --partitions some  | 'some'",
            })
    void isRefusedInOneLine(String options, String why) {
        var shell = new FakeShell();
        List<String> args = new ArrayList<>(List.of("--bootstrap-server", "127.0.0.1:1"));
        if (options != null) {
            args.addAll(List.of(options.strip().split(" ")));
        }

        int code = ToolMain.run(new TopicsTool(), shell, args.toArray(String[]::new));

        assertThat(code).isEqualTo(1);
        assertThat(shell.complained().lines()).hasSize(1);
        assertThat(shell.complained()).startsWith("kafka-topics.sh: ").contains(why);
        assertThat(shell.printed()).isEmpty();
    }
}
