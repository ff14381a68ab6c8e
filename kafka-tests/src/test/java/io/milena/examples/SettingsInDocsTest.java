package io.milena.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.CommonSettings;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingTable;
import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The defaults that docs/CLIENTS.md tells are those of the code. */
class SettingsInDocsTest {

    private static final Pattern ROW = Pattern.compile("\\| `([a-z.]+)` \\| ?([a-z0-9_]*) \\|.*");

    @ParameterizedTest
    @CsvSource({
        "of all clients, io.milena.clients.CommonSettings",
        "of producers, io.milena.clients.producer.ProducerSettings",
        "of consumers, io.milena.clients.consumer.ConsumerConfig"
    })
    void defaultsAreThoseOfTheCode(String heading, String type) throws IOException, ReflectiveOperationException {
        var table = Class.forName(type).getDeclaredField("TABLE");
        table.setAccessible(true);
        Map<String, String> known = new TreeMap<>();
        for (Setting<?> setting : ((SettingTable) table.get(null)).settings()) {
            Object value = setting.defaultValue();
            known.put(setting.name(), value == null || setting == CommonSettings.BOOTSTRAP_SERVERS ? "" : value + "");
        }

        Map<String, String> told = told("| " + heading + " |");

        assertThat(told)
                .hasSizeGreaterThan(4)
                .allSatisfy((name, value) -> assertThat(known).containsEntry(name, value));
    }

    private static Map<String, String> told(String heading) throws IOException {
        String page = Files.readString(ReferenceJars.moduleFolder().resolveSibling("docs/CLIENTS.md"));
        Map<String, String> told = new TreeMap<>();
        page.substring(page.indexOf(heading))
                .lines()
                .takeWhile(line -> line.startsWith("|"))
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .forEach(row -> told.put(row.group(1), row.group(2)));
        return told;
    }
}
