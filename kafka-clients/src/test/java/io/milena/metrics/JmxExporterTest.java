package io.milena.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What JMX shows, against what the reference shows. */
class JmxExporterTest {

    private static final String BYTES_IN = "kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec";

    private final ManualTime time = new ManualTime();
    private final StripedRegistry registry = new StripedRegistry(time, 2);
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final JmxExporter exporter = new JmxExporter(() -> server, registry, new MetricCatalogue(), tasks::add);

    static Stream<String> beansOfTheReference() {
        return lines("mbeans.txt");
    }

    static Stream<String> metersOfTheReference() {
        return lines("event-types.txt");
    }

    private static Stream<String> lines(String file) {
        var stream = Objects.requireNonNull(JmxExporterTest.class.getResourceAsStream("/metrics/" + file), file);
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("beansOfTheReference")
    void attributesAreThoseOfTheReference(String line) throws JMException {
        int colon = line.indexOf(": ");
        String name = line.substring(0, colon).replaceAll("\\{[^}]*}", "x");
        String attributes = line.substring(colon + 2);

        exporter.start();
        add(name, attributes);
        runTasks();

        assertThat(shownAttributes(name)).isEqualTo(attributes);
    }

    private void add(String name, String attributes) {
        if (attributes.startsWith("Value")) {
            registry.registerGauge(name, () -> 1);
        } else if (attributes.contains("LatencyUnit")) {
            registry.timer(name);
        } else if (attributes.contains("OneMinuteRate")) {
            registry.meter(name);
        } else {
            registry.histogram(name);
        }
    }

    private String shownAttributes(String name) throws JMException {
        return Arrays.stream(server.getMBeanInfo(new ObjectName(name)).getAttributes())
                .map(info -> info.getName() + "(" + info.getType() + ")")
                .sorted()
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @MethodSource("metersOfTheReference")
    void wordsBesideMetersAreThoseOfTheReference(String line) throws JMException {
        String[] parts = line.split(" \\| ");

        exporter.start();
        registry.meter(parts[0]);
        runTasks();

        assertThat(read(parts[0], "RateUnit")).isEqualTo(TimeUnit.valueOf(parts[1]));
        assertThat(read(parts[0], "EventType")).isEqualTo(parts[2]);
    }

    @Test
    void timersShowMillisecondsAndCalls() throws JMException {
        String name = "kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs";
        exporter.start();
        registry.timer(name).update(40, TimeUnit.MILLISECONDS);
        runTasks();

        assertThat((double) read(name, "Mean")).isBetween(39.0, 41.0);
        assertThat(read(name, "Count")).isEqualTo(1L);
        assertThat(read(name, "EventType")).isEqualTo("calls");
        assertThat(read(name, "LatencyUnit")).isEqualTo(TimeUnit.MILLISECONDS);
    }

    @Test
    void ratePerNanosecondIsAShare() throws JMException {
        String name = "kafka.server:type=KafkaRequestHandlerPool,name=RequestHandlerAvgIdlePercent";
        exporter.start();
        time.pass(Duration.ofSeconds(10));
        registry.meter(name).mark(0);
        time.pass(Duration.ofSeconds(10));
        registry.meter(name).mark(Duration.ofSeconds(5).toNanos());
        runTasks();

        assertThat((double) read(name, "OneMinuteRate")).isEqualTo(0.5);
    }

    @Test
    void nothingIsRegisteredOnTheCallersThread() {
        registry.meter(BYTES_IN);
        exporter.start();

        assertThat(count()).isZero();
        runTasks();
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void metricsComeAndGo() {
        exporter.start();
        registry.meter(BYTES_IN);
        runTasks();
        registry.remove(BYTES_IN);
        runTasks();
        assertThat(count()).isZero();

        registry.meter(BYTES_IN);
        registry.remove(BYTES_IN);
        registry.meter(BYTES_IN);
        runTasks();
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void workIsCutIntoPortions() {
        for (int i = 0; i < 1_000; i++) {
            registry.meter(BYTES_IN + ",topic=t" + i);
        }
        exporter.start();

        tasks.remove().run();

        assertThat(count()).isBetween(1, 999);
        assertThat(tasks).hasSize(1);
        runTasks();
        assertThat(count()).isEqualTo(1_000);
    }

    @Test
    void closingTakesEverythingOutAndNothingComesAfter() {
        exporter.start();
        registry.meter(BYTES_IN);
        runTasks();
        registry.meter(BYTES_IN + ",topic=t");

        exporter.close();

        runTasks();
        registry.meter(BYTES_IN + ",topic=u");
        runTasks();
        assertThat(count()).isZero();
    }

    @Test
    void nameThatIsTakenStaysWithItsOwner() {
        exporter.start();
        registry.meter(BYTES_IN);
        var others = new MetricRegistry();
        others.meter(BYTES_IN);
        var second = new JmxExporter(() -> server, others, new MetricCatalogue(), tasks::add);
        second.start();
        runTasks();

        second.close();

        assertThat(count()).isEqualTo(1);
    }

    @Test
    void nameThatIsNoObjectNameHarmsNoOther() {
        exporter.start();
        registry.meter("no object name");
        registry.meter("kafka.server:type=*,name=pattern");
        registry.meter(BYTES_IN);
        runTasks();

        assertThat(count()).isEqualTo(1);
    }

    @Test
    void beansAreReadOnly() throws JMException {
        exporter.start();
        registry.registerGauge(BYTES_IN, (Gauge<String>) () -> "text");
        runTasks();
        var name = new ObjectName(BYTES_IN);

        assertThat(read(BYTES_IN, "Value")).isEqualTo("text");
        assertThatThrownBy(() -> read(BYTES_IN, "Count")).isInstanceOf(AttributeNotFoundException.class);
        assertThatThrownBy(() -> server.setAttribute(name, new Attribute("Value", 1)))
                .isInstanceOf(AttributeNotFoundException.class);
        assertThatThrownBy(() -> server.invoke(name, "stop", null, null)).isInstanceOf(ReflectionException.class);
        assertThat(server.getAttributes(name, new String[] {"Value", "Nothing"}).asList())
                .isEqualTo(List.of(new Attribute("Value", "text")));
    }

    private Object read(String name, String attribute) throws JMException {
        return server.getAttribute(new ObjectName(name), attribute);
    }

    private int count() {
        return (int) server.queryNames(null, null).stream()
                .filter(name -> name.getDomain().startsWith("kafka"))
                .count();
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }
}
