package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.common.config.ConfigException;
import io.milena.server.settings.ConfigCatalogue;
import io.milena.server.settings.KnownKey;
import io.milena.server.settings.TopicKey;
import io.milena.server.settings.ValueType;
import io.milena.testkit.ReferenceJars;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every setting of brokers and topics against the reference's own definitions: its type, its default, and which of many
 * values it may have.
 */
class ConfigDifferenceTest {

    private static final String DEFINITION = "org.apache.kafka.common.config.ConfigDef";
    private static final List<String> VALUES = List.of(
            "",
            "abc",
            "true",
            "TRUE",
            "yes",
            "-131073",
            "-131072",
            "-2",
            "-1",
            "0",
            "1",
            "2",
            "9",
            "10",
            "13",
            "14",
            "17",
            "18",
            "22",
            "23",
            "100",
            "1024",
            "2147483647",
            "2147483648",
            "9223372036854775807",
            "0.5",
            "1.5",
            "lz4",
            "LZ4",
            "producer",
            "uncompressed",
            "compact",
            "delete",
            "compact,delete",
            "compact,delte",
            "CreateTime",
            "LogAppendTime",
            "3.9",
            "3.9-IV0",
            "2.8-IV1",
            "none",
            "required",
            "PLAINTEXT",
            "*",
            "0:1",
            "0:1,1:2",
            "1-2",
            "broker,controller");

    /** What only this broker has. */
    private static final Set<String> OUR_OWN = Set.of(
            "log.record.validation",
            "zookeeper.embedded",
            "zookeeper.embedded.data.dir",
            "zookeeper.embedded.host",
            "zookeeper.embedded.port");

    /** The names of classes of the reference's, none of which is here: whoever sets one is refused later. */
    private static final Set<ValueType> UNCHECKED_TYPES = EnumSet.of(ValueType.CLASS);

    /** Keys of KRaft, which are not served, and versions, of which ours checks the form alone. */
    private static final Set<String> UNCHECKED = Set.of(
            "controller.quorum.bootstrap.servers",
            "controller.quorum.voters",
            "inter.broker.protocol.version",
            "log.message.format.version",
            "message.format.version");

    private static final ConfigCatalogue OURS = ConfigCatalogue.load();

    private static URLClassLoader loader;

    @BeforeAll
    static void open() {
        loader = ReferenceJars.BROKER_3_9.newClassLoader();
    }

    @AfterAll
    static void close() throws Exception {
        loader.close();
    }

    @Test
    void settingsOfBrokersAreThoseOfTheReference() throws Exception {
        Object definition = loader.loadClass("org.apache.kafka.server.config.AbstractKafkaConfig")
                .getField("CONFIG_DEF")
                .get(null);
        Map<String, KnownKey> ours = new TreeMap<>();
        OURS.brokerKeys().forEach(key -> ours.put(key.name(), key));
        ours.keySet().removeAll(OUR_OWN);

        assertThat(differences(keysOf(definition), ours)).isEmpty();
    }

    @Test
    void settingsOfTopicsAreThoseOfTheReference() throws Exception {
        Object definition = loader.loadClass("org.apache.kafka.storage.internals.log.LogConfig")
                .getMethod("configDefCopy")
                .invoke(null);
        Map<String, KnownKey> ours = new TreeMap<>();
        OURS.topicKeys().stream().map(TopicKey::key).forEach(key -> ours.put(key.name(), key));

        assertThat(differences(keysOf(definition), ours)).isEmpty();
    }

    private static Map<String, Object> keysOf(Object definition) throws ReflectiveOperationException {
        Map<String, Object> keys = new TreeMap<>();
        ((Map<?, ?>) loader.loadClass(DEFINITION).getMethod("configKeys").invoke(definition))
                .forEach((name, key) -> keys.put((String) name, key));
        return keys;
    }

    private static List<String> differences(Map<String, Object> theirs, Map<String, KnownKey> ours) throws Exception {
        List<String> differences = new ArrayList<>();
        Set<String> names = new TreeSet<>(theirs.keySet());
        names.addAll(ours.keySet());
        for (String name : names) {
            Object their = theirs.get(name);
            KnownKey our = ours.get(name);
            if (their == null || our == null) {
                differences.add(name + " is known to one alone");
                continue;
            }
            compare(new Definition(their), our, differences);
        }
        return differences;
    }

    private static void compare(Definition theirs, KnownKey ours, List<String> differences) throws Exception {
        if (!theirs.type().equals(ours.type().name())) {
            differences.add(ours.name() + ": a " + ours.type() + ", theirs a " + theirs.type());
            return;
        }
        if (!Objects.equals(theirs.defaultText(), ours.defaultValue())) {
            differences.add(ours.name() + ": default " + ours.defaultValue() + ", theirs " + theirs.defaultText());
        }
        if (UNCHECKED_TYPES.contains(ours.type()) || UNCHECKED.contains(ours.name())) {
            return;
        }
        for (String value : VALUES) {
            boolean allowed = theirs.allows(value);
            if (allowed != allows(ours, value)) {
                differences.add(ours.name() + ": '" + value + "' is " + (allowed ? "" : "not ") + "allowed there");
            }
        }
    }

    private static boolean allows(KnownKey key, String value) {
        try {
            key.check(value);
            return true;
        } catch (ConfigException e) {
            return false;
        }
    }

    /** One setting as the reference defines it. */
    private record Definition(Object key) {

        private Object get(String field) throws ReflectiveOperationException {
            return key.getClass().getField(field).get(key);
        }

        String type() throws ReflectiveOperationException {
            return get("type").toString().toUpperCase(Locale.ROOT);
        }

        @Nullable
        String defaultText() throws ReflectiveOperationException {
            Object value = get("defaultValue");
            Class<?> type = loader.loadClass(DEFINITION + "$Type");
            boolean none = value == null
                    || value
                            == loader.loadClass(DEFINITION)
                                    .getField("NO_DEFAULT_VALUE")
                                    .get(null);
            return none
                    ? null
                    : (String) loader.loadClass(DEFINITION)
                            .getMethod("convertToString", Object.class, type)
                            .invoke(null, value, get("type"));
        }

        boolean allows(String value) throws ReflectiveOperationException {
            Class<?> type = loader.loadClass(DEFINITION + "$Type");
            try {
                Object parsed = loader.loadClass(DEFINITION)
                        .getMethod("parseType", String.class, Object.class, type)
                        .invoke(null, get("name"), value, get("type"));
                Object validator = get("validator");
                if (validator != null) {
                    loader.loadClass(DEFINITION + "$Validator")
                            .getMethod("ensureValid", String.class, Object.class)
                            .invoke(validator, get("name"), parsed);
                }
                return true;
            } catch (InvocationTargetException e) {
                return false;
            }
        }
    }
}
