package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.admin.Admin;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.ReferenceJars;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What JConsole shows of our clients, it shows of the reference's: those do the same in this JVM, from a class loader
 * of their own, and put their beans beside ours.
 */
class ClientBeansDifferenceIT {

    private static final String TOPIC = "shown";
    private static final String TEXT = "org.apache.kafka.common.serialization.String";

    private static BrokerProcess broker;
    private static URLClassLoader reference;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() {
        broker = BrokerProcess.start(folder, Map.of("group.initial.rebalance.delay.ms", "0"));
        reference = ReferenceJars.CLIENTS_3_9.newClassLoader();
    }

    @AfterAll
    static void stop() throws Exception {
        reference.close();
        broker.close();
    }

    private static Map<String, Object> configs(String clientId) {
        return Map.of(
                "bootstrap.servers",
                broker.bootstrap(),
                "client.id",
                clientId,
                "group.id",
                clientId,
                "auto.offset.reset",
                "earliest",
                "key.serializer",
                TEXT + "Serializer",
                "value.serializer",
                TEXT + "Serializer",
                "key.deserializer",
                TEXT + "Deserializer",
                "value.deserializer",
                TEXT + "Deserializer");
    }

    @Test
    void producersShowTheSame() throws Exception {
        try (var ours = new KafkaProducer<String, String>(configs("our-producer"));
                var theirs = theirs("clients.producer.KafkaProducer", "their-producer")) {
            ours.send(new ProducerRecord<>(TOPIC, "value")).get(30, TimeUnit.SECONDS);
            Object record = type("clients.producer.ProducerRecord")
                    .getConstructor(String.class, Object.class)
                    .newInstance(TOPIC, "value");
            ((Future<?>) call(theirs, "send", record)).get(30, TimeUnit.SECONDS);

            assertSame("kafka.producer", "our-producer", "their-producer");
        }
    }

    @Test
    void consumersShowTheSame() throws Exception {
        try (var producer = new KafkaProducer<String, String>(configs("feeder"));
                var ours = new KafkaConsumer<String, String>(configs("our-consumer"));
                var theirs = theirs("clients.consumer.KafkaConsumer", "their-consumer")) {
            producer.send(new ProducerRecord<>(TOPIC, "value")).get(30, TimeUnit.SECONDS);
            ours.subscribe(List.of(TOPIC));
            call(theirs, "subscribe", List.of(TOPIC));
            Awaitility.await().until(() -> !ours.poll(Duration.ofMillis(200)).isEmpty());
            Awaitility.await().until(() -> !(boolean) call(call(theirs, "poll", Duration.ofMillis(200)), "isEmpty"));
            ours.commitSync();
            call(theirs, "commitSync");

            assertSame("kafka.consumer", "our-consumer", "their-consumer");
        }
    }

    @Test
    void adminClientsShowTheSame() throws Exception {
        try (var ours = Admin.create(configs("our-admin"));
                var theirs = theirs("clients.admin.KafkaAdminClient", "their-admin")) {
            ours.listTopics().names().get(30, TimeUnit.SECONDS);
            Object names = call(call(theirs, "listTopics"), "names");
            call(names, "get");

            assertSame("kafka.admin.client", "our-admin", "their-admin");
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return reference.loadClass("org.apache.kafka." + name);
    }

    private static AutoCloseable theirs(String name, String clientId) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader usual = thread.getContextClassLoader();
        thread.setContextClassLoader(reference);
        try {
            if (name.contains("admin")) {
                return (AutoCloseable) type("clients.admin.Admin")
                        .getMethod("create", Map.class)
                        .invoke(null, configs(clientId));
            }
            return (AutoCloseable) type(name).getConstructor(Map.class).newInstance(configs(clientId));
        } finally {
            thread.setContextClassLoader(usual);
        }
    }

    /** Calls the public method of this name that takes {@code arguments}. */
    private static Object call(Object target, String name, Object... arguments) throws ReflectiveOperationException {
        for (Method method : target.getClass().getMethods()) {
            if (method.getName().equals(name) && takes(method, arguments)) {
                method.setAccessible(true);
                return method.invoke(target, arguments);
            }
        }
        throw new NoSuchMethodException(target.getClass() + "." + name);
    }

    private static boolean takes(Method method, Object... arguments) {
        Class<?>[] types = method.getParameterTypes();
        boolean fits = types.length == arguments.length;
        for (int i = 0; fits && i < types.length; i++) {
            fits = types[i].isInstance(arguments[i]);
        }
        return fits;
    }

    private static void assertSame(String domain, String ours, String theirs) {
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(beans(domain, ours)).isNotEmpty().isEqualTo(beans(domain, theirs)));
    }

    /** Attributes by bean, without what tells clients and brokers apart. */
    private static SortedMap<String, SortedSet<String>> beans(String domain, String clientId) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        SortedMap<String, SortedSet<String>> beans = new TreeMap<>();
        Collection<ObjectName> names = server.queryNames(new ObjectName(domain + ":*"), null);
        for (ObjectName name : names) {
            if (name.getKeyPropertyList().containsValue(clientId)) {
                String kind = name.getCanonicalName().replace(clientId, "ID").replaceAll("node-id=[^,]*", "node-id=N");
                SortedSet<String> attributes = beans.computeIfAbsent(kind, any -> new TreeSet<>());
                for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                    attributes.add(attribute.getName());
                }
            }
        }
        return beans;
    }
}
