package io.milena.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.config.types.Password;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users put into maps becomes values, or an error that names key, value and what is allowed. */
class SettingTableTest {

    private static final Setting<Integer> SIZE =
            Setting.of("size", SettingType.INT, 5, Allowed.between(0, 10), Importance.HIGH, "Size.");
    private static final Setting<Long> AGE =
            Setting.of("age", SettingType.LONG, 7L, Allowed.atLeast(-1), Importance.LOW, "Age.");
    private static final Setting<Boolean> OPEN = Setting.of("open", SettingType.BOOLEAN, true, Importance.LOW, "Open.");
    private static final Setting<Double> SHARE =
            Setting.of("share", SettingType.DOUBLE, 0.5, Allowed.between(0.0, 1.0), Importance.LOW, "Share.");
    private static final Setting<String> MODE =
            Setting.of("mode", SettingType.STRING, "a", Allowed.oneOf("a", "b"), Importance.LOW, "Mode.");
    private static final Setting<String> NAME =
            Setting.of("name", SettingType.STRING, null, Allowed.nonEmpty(), Importance.LOW, "Name.");
    private static final Setting<List<String>> WORDS =
            Setting.of("words", SettingType.LIST, List.of(), Importance.LOW, "Words.");
    private static final Setting<Class<?>> MADE_BY =
            Setting.of("made.by", SettingType.CLASS, null, Importance.LOW, "Maker.");
    private static final Setting<List<Class<?>>> HELPERS =
            Setting.of("helpers", SettingType.CLASSES, List.of(), Importance.LOW, "Helpers.");
    private static final Setting<Password> SECRET =
            Setting.of("secret", SettingType.PASSWORD, null, Importance.LOW, "Secret.");

    private static final SettingTable TABLE =
            SettingTable.of(List.of(SIZE, AGE, OPEN, SHARE, MODE, NAME, WORDS, MADE_BY, HELPERS, SECRET));

    @Test
    void whatIsNotGivenHasItsDefault() {
        SettingValues values = TABLE.read(Map.of());

        assertThat(values.get(SIZE)).isEqualTo(5);
        assertThat(values.find(NAME)).isNull();
        assertThat(values.isGiven(SIZE)).isFalse();
        assertThatThrownBy(() -> values.get(NAME)).hasMessage("name has no value");
    }

    @Test
    void textBecomesValues() {
        var given = new Properties();
        given.put("size", " 10 ");
        given.put("age", "-1");
        given.put("open", "FALSE");
        given.put("share", "1");
        given.put("words", " one , two,three");
        given.put("made.by", "io.milena.common.TopicPartition");
        given.put("helpers", "java.lang.String, java.lang.Long");
        given.put("secret", "hush");

        SettingValues values = TABLE.read(given);

        assertThat(values.get(SIZE)).isEqualTo(10);
        assertThat(values.get(AGE)).isEqualTo(-1);
        assertThat(values.get(OPEN)).isFalse();
        assertThat(values.get(SHARE)).isEqualTo(1);
        assertThat(values.get(WORDS)).containsExactly("one", "two", "three");
        assertThat(values.get(MADE_BY)).isEqualTo(TopicPartition.class);
        assertThat(values.get(HELPERS)).containsExactly(String.class, Long.class);
        assertThat(values.get(SECRET).value()).isEqualTo("hush");
        assertThat(values).hasToString(values.toString()).asString().doesNotContain("hush");
    }

    @Test
    void objectsBecomeValues() {
        Map<String, Object> given = Map.of(
                "size",
                3,
                "age",
                4,
                "open",
                false,
                "share",
                0.25f,
                "words",
                List.of("one", String.class),
                "made.by",
                TopicPartition.class,
                "helpers",
                List.of("java.lang.String", Long.class));

        SettingValues values = TABLE.read(given);

        assertThat(values.get(SIZE)).isEqualTo(3);
        assertThat(values.get(AGE)).isEqualTo(4);
        assertThat(values.get(OPEN)).isFalse();
        assertThat(values.get(SHARE)).isEqualTo(0.25);
        assertThat(values.get(WORDS)).containsExactly("one", "java.lang.String");
        assertThat(values.get(MADE_BY)).isEqualTo(TopicPartition.class);
        assertThat(values.get(HELPERS)).containsExactly(String.class, Long.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            size    | 11       | size: '11' (expected: [0,...,10])
            size    | many     | size: 'many' (expected: a whole number from -2147483648 to 2147483647)
            size    | 1.5      | size: '1.5' (expected: a whole number from -2147483648 to 2147483647)
            size    | 4294967297 | size: '4294967297' (expected: a whole number from -2147483648 to 2147483647)
            age     | -2       | age: '-2' (expected: [-1,...])
            open    | yes      | open: 'yes' (expected: true or false)
            share   | 1.5      | share: '1.5' (expected: [0.0,...,1.0])
            mode    | c        | mode: 'c' (expected: [a, b])
            name    | ''       | name: '' (expected: non-empty string)
            made.by | no.Such  | made.by: 'no.Such' (expected: a class that can be loaded)
            """)
    void whatIsNotAllowedIsNamed(String key, String value, String message) {
        assertThatThrownBy(() -> TABLE.read(Map.of(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    @Test
    void objectsOfAnotherKindAreRefused() {
        assertThatThrownBy(() -> TABLE.read(Map.of("open", 1)))
                .hasMessage("open: '1' (expected: true or false, no Integer)");
        assertThatThrownBy(() -> TABLE.read(Map.of("size", 3L)))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith(", no Long)");
        assertThatThrownBy(() -> TABLE.read(Map.of("age", (short) 3))).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> TABLE.read(Map.of("size", 1.0)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("size: '1.0' (expected: a whole number");
    }

    @ParameterizedTest
    @CsvSource({"name", "made.by", "secret"})
    void nullStandsForNoValueWhereThereMayBeNone(String key) {
        Map<String, Object> given = new HashMap<>();
        given.put(key, null);

        assertThat(TABLE.read(given).values()).containsEntry(key, null);
    }

    @Test
    void aClientMayTakeNullWhereAnotherDoesNot() {
        Map<String, Object> given = new HashMap<>();
        given.put("words", null);
        given.put("name", null);

        assertThat(TABLE.with(List.of(WORDS.nullable())).read(given).get(WORDS)).isEmpty();
        assertThatThrownBy(() ->
                        TABLE.with(List.of(WORDS.nullable(), NAME.neverNull())).read(given))
                .hasMessage("name: null (expected: non-empty string)");
    }

    @ParameterizedTest
    @CsvSource({"size", "age", "open", "share", "mode", "words", "helpers"})
    void nullIsRefusedWhereOnlySomeValuesAreAllowed(String key) {
        Map<String, Object> given = new HashMap<>();
        given.put(key, null);

        assertThatThrownBy(() -> TABLE.read(given))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(key + ": null (expected: ");
    }

    @Test
    void aSecretThatIsRefusedIsNotShown() {
        assertThatThrownBy(() -> TABLE.read(Map.of("secret", 12345))).hasMessageNotContaining("12345");
    }

    @Test
    void aValueThatHasToBeGivenIsMissed() {
        SettingTable table = TABLE.with(
                List.of(Setting.required("key.serializer", SettingType.CLASS, Importance.HIGH, "Serializer.")));

        assertThatThrownBy(() -> table.read(Map.of()))
                .hasMessage("key.serializer: no value (expected: a class that can be loaded)");
    }

    @Test
    void unknownKeysAreKeptAndTold() {
        SettingValues values = TABLE.read(Map.of("szie", "1", "size", "2"));

        assertThat(values.unknown()).containsExactly("szie");
        assertThat(values.originals()).containsEntry("szie", "1");
    }

    @Test
    void keysHaveToBeText() {
        assertThatThrownBy(() -> TABLE.read(Map.of(1, "one")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("keys that are strings");
    }

    @Test
    void aClassOfApacheKafkaStandsForOurs() {
        SettingValues values = TABLE.read(Map.of("made.by", "org.apache.kafka.common.TopicPartition"));

        assertThat(values.get(MADE_BY)).isEqualTo(TopicPartition.class);
    }

    @Test
    void aClientMayHaveAnotherDefault() {
        SettingTable table = TABLE.with(List.of(SIZE.withDefault(1)));

        assertThat(table.read(Map.of()).get(SIZE)).isEqualTo(1);
        assertThat(table.settings()).hasSameSizeAs(TABLE.settings());
    }
}
