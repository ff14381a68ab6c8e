package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.clients.CommonSettings;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingTable;
import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of clients against the reference's: names, types, defaults, ranges; importance of the common ones. */
class ClientSettingsDifferenceTest {

    /** Of the consumer, because most of its defaults are those of the others, too. */
    private static final String CONFIG = "org.apache.kafka.clients.consumer.ConsumerConfig";

    @Test
    void commonSettingsAreThoseOfTheReference() throws ReflectiveOperationException, IOException {
        Map<String, String> theirs = theirs(CONFIG);

        List<String> differing = new ArrayList<>();
        for (Setting<?> setting : CommonSettings.TABLE.settings()) {
            String ours = describe(
                    setting.type().name(),
                    setting.defaultValue(),
                    setting.allowed().words(),
                    setting.importance().name());
            String other = theirs.get(setting.name());
            if (!ours.equals(other)) {
                differing.add(setting.name() + ": " + ours + " (reference: " + other + ")");
            }
        }

        // The importance of these two differs among the reference's own clients.
        assertThat(differing)
                .allMatch(line -> line.startsWith("client.id: ") || line.startsWith("bootstrap.servers: "));
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.kafka.clients.producer.ProducerConfig, io.milena.clients.producer.ProducerSettings",
        "org.apache.kafka.clients.consumer.ConsumerConfig, io.milena.clients.consumer.ConsumerConfig",
        "org.apache.kafka.clients.admin.AdminClientConfig, io.milena.admin.AdminClientConfig"
    })
    void eachClientHasTheSettingsOfTheReference(String config, String type)
            throws ReflectiveOperationException, IOException {
        var table = Class.forName(type).getDeclaredField("TABLE");
        table.setAccessible(true);
        Map<String, String> ours = new TreeMap<>();
        for (Setting<?> setting : ((SettingTable) table.get(null)).settings()) {
            ours.put(
                    setting.name(),
                    describe(
                            setting.type().name(),
                            setting.defaultValue(),
                            setting.allowed().words(),
                            setting.importance().name()));
        }

        Map<String, String> theirs = theirs(config);

        assertThat(ours).hasSameSizeAs(theirs);
        ours.forEach((name, description) -> assertThat(withoutImportance(description))
                .as(name)
                .isEqualTo(withoutImportance(theirs.getOrDefault(name, "unknown | "))));
    }

    private static String withoutImportance(String description) {
        return description
                .substring(0, description.lastIndexOf(" | "))
                .replaceAll("java\\.lang\\.Object@[0-9a-f]+", "null")
                .replace("class org.apache.kafka.", "class io.milena.")
                .replace("[0,...,2147483647]", "[0,...]");
    }

    private static Map<String, String> theirs(String config) throws ReflectiveOperationException, IOException {
        Map<String, String> all = new TreeMap<>();
        try (URLClassLoader jars = ReferenceJars.CLIENTS_3_9.newClassLoader()) {
            Object definition = jars.loadClass(config).getMethod("configDef").invoke(null);
            var keys = (Map<?, ?>) definition.getClass().getMethod("configKeys").invoke(definition);
            for (Map.Entry<?, ?> entry : keys.entrySet()) {
                all.put((String) entry.getKey(), described(entry.getValue()));
            }
        }
        return all;
    }

    private static String described(Object key) throws ReflectiveOperationException {
        Object validator = field(key, "validator");
        String words = validator == null ? "" : validator.toString();
        return describe(
                field(key, "type").toString().toLowerCase(Locale.ROOT),
                field(key, "defaultValue"),
                words.equals("non-null string") ? "" : words,
                field(key, "importance").toString());
    }

    private static Object field(Object key, String name) throws ReflectiveOperationException {
        return key.getClass().getField(name).get(key);
    }

    private static String describe(String type, Object defaultValue, String allowed, String importance) {
        Object shown = defaultValue instanceof String text && type.equals("list")
                ? List.of(text.isEmpty() ? new String[0] : text.split(","))
                : defaultValue;
        return type + " | " + shown + " | " + allowed + " | " + importance;
    }
}
