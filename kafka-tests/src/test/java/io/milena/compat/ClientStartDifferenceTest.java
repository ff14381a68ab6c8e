package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.admin.Admin;
import io.milena.admin.AdminClientConfig;
import io.milena.clients.consumer.ConsumerConfig;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerConfig;
import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings keep a client from being made, and by which exception, against the reference's clients. */
class ClientStartDifferenceTest {

    private static final String MADE = "made";
    private static URLClassLoader jars;

    /** The clients that are made. */
    private enum Kind {
        PRODUCER("org.apache.kafka.clients.producer.KafkaProducer", ProducerConfig.configNames()) {
            @Override
            AutoCloseable ours(Map<String, Object> settings) {
                return new KafkaProducer<>(settings);
            }
        },
        CONSUMER("org.apache.kafka.clients.consumer.KafkaConsumer", ConsumerConfig.configNames()) {
            @Override
            AutoCloseable ours(Map<String, Object> settings) {
                return new KafkaConsumer<>(settings);
            }
        },
        ADMIN("org.apache.kafka.clients.admin.Admin", AdminClientConfig.configNames()) {
            @Override
            AutoCloseable ours(Map<String, Object> settings) {
                return Admin.create(settings);
            }
        };

        private final String theirs;
        private final Set<String> names;

        Kind(String theirs, Set<String> names) {
            this.theirs = theirs;
            this.names = names;
        }

        abstract AutoCloseable ours(Map<String, Object> settings);

        /** Made by its constructor; the interface of the admin client makes that itself. */
        AutoCloseable theirs(Map<String, Object> settings) throws ReflectiveOperationException {
            Class<?> type = jars.loadClass(theirs);
            return (AutoCloseable)
                    (type.isInterface()
                            ? type.getMethod("create", Map.class).invoke(null, settings)
                            : type.getConstructor(Map.class).newInstance(settings));
        }

        Map<String, Object> settings(String clientId) {
            Map<String, Object> settings = new HashMap<>();
            settings.put("client.id", clientId);
            settings.put("bootstrap.servers", "127.0.0.1:1");
            if (this == PRODUCER) {
                settings.put("key.serializer", "org.apache.kafka.common.serialization.StringSerializer");
                settings.put("value.serializer", "org.apache.kafka.common.serialization.StringSerializer");
            } else if (this == CONSUMER) {
                settings.put("group.id", "group");
                settings.put("key.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
                settings.put("value.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
            }
            return settings;
        }
    }

    @BeforeAll
    static void open() {
        jars = ReferenceJars.CLIENTS_3_9.newClassLoader();
    }

    @AfterAll
    static void close() throws IOException {
        jars.close();
    }

    @ParameterizedTest
    @EnumSource
    void nullIsTakenForTheSameSettings(Kind kind) {
        Map<String, Boolean> ours = new TreeMap<>();
        Map<String, Boolean> theirs = new TreeMap<>();
        for (String name : kind.names) {
            Map<String, Object> withNull = kind.settings("ours");
            withNull.put(name, null);
            ours.put(name, outcome(() -> kind.ours(withNull)).equals(MADE));
            Map<String, Object> alike = kind.settings("theirs");
            alike.put(name, null);
            theirs.put(name, theirOutcome(kind, alike).equals(MADE));
        }

        assertThat(ours).containsExactlyInAnyOrderEntriesOf(theirs);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:abc",
                "localhost:",
                "localhost:0",
                "localhost:65536",
                "localhost:-1",
                "127.0.0.1:99999",
                ":9092",
                " localhost:9092",
                "localhost:9092 ",
                "[::1]:9092",
                "[::1]",
                "::1:9092",
                "::1%lo:9092",
                "::1",
                "a:b:9092",
                "a:b:9092,::1,localhost:9092",
                "PLAINTEXT://::1:9092",
                "[localhost]:9092",
                "127.0.0.1:1,,127.0.0.1:2",
                "127.0.0.1:1,localhost"
            })
    void addressesToBeginWithAreTakenAndRefusedAlike(String addresses) {
        assertAlike("bootstrap.servers=" + addresses);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bootstrap.servers=",
                "bootstrap.servers=null",
                "request.timeout.ms=many",
                "request.timeout.ms=-1",
                "client.dns.lookup=never",
                "security.protocol=PLAIN",
                "security.protocol=SASL_PLAINTEXT",
                "key.serializer=null;key.deserializer=null",
                "key.serializer=no.Such;key.deserializer=no.Such",
                "key.serializer=java.lang.String;key.deserializer=java.lang.String",
                "interceptor.classes=java.lang.String",
                "partitioner.class=java.lang.String",
                "partition.assignment.strategy=java.lang.String",
                "partition.assignment.strategy=",
                "acks=1;enable.idempotence=true",
                "retries=0;enable.idempotence=true",
                "max.in.flight.requests.per.connection=6;enable.idempotence=true",
                "max.in.flight.requests.per.connection=6",
                "transactional.id=id;enable.idempotence=false",
                "transactional.id=id;acks=1",
                "delivery.timeout.ms=10",
                "heartbeat.interval.ms=5000;session.timeout.ms=5000",
                "group.id=null;enable.auto.commit=true",
                "group.id=null;enable.auto.commit=false",
                "group.id=",
                "client.id=;group.instance.id=a b",
                "client.id=;group.instance.id=..",
                "group.instance.id=",
                "isolation.level=none",
                "reconnect.backoff.ms=5000;reconnect.backoff.max.ms=100",
                "batch.size=0"
            })
    void whatIsWrongIsToldByTheSameException(String wrong) {
        assertAlike(wrong);
    }

    private static void assertAlike(String wrong) {
        for (Kind kind : Kind.values()) {
            Map<String, Object> ours = with(kind.settings("ours"), wrong);
            Map<String, Object> theirs = with(kind.settings("theirs"), wrong);

            assertThat(outcome(() -> kind.ours(ours))).as("%s", kind).startsWith(theirOutcome(kind, theirs));
        }
    }

    private static Map<String, Object> with(Map<String, Object> settings, String wrong) {
        for (String setting : wrong.split(";")) {
            String[] keyAndValue = setting.split("=", 2);
            if (keyAndValue[1].equals("null")) {
                settings.remove(keyAndValue[0]);
            } else {
                settings.put(keyAndValue[0], keyAndValue[1]);
            }
        }
        return settings;
    }

    /** Their classes are looked for by the thread's loader. */
    private static String theirOutcome(Kind kind, Map<String, Object> settings) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(jars);
        try {
            return outcome(() -> kind.theirs(settings));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** That the client was made, or the exception and whether a setting caused it, which ours say more often. */
    private static String outcome(Callable<AutoCloseable> making) {
        try (AutoCloseable made = making.call()) {
            assertThat(made).isNotNull();
            return MADE;
        } catch (InvocationTargetException e) {
            return described(e.getCause());
        } catch (Exception e) {
            return described(e);
        }
    }

    private static String described(@Nullable Throwable refusal) {
        String name = refusal.getClass().getSimpleName();
        Throwable cause = refusal.getCause();
        boolean ofSetting = cause != null && cause.getClass().getSimpleName().equals("ConfigException");
        return ofSetting ? name + " for a ConfigException" : name;
    }
}
