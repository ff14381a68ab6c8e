package io.milena.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.admin.Admin;
import io.milena.clients.consumer.ConsumerRecord;
import io.milena.clients.consumer.KafkaConsumer;
import io.milena.clients.producer.KafkaProducer;
import io.milena.clients.producer.ProducerRecord;
import io.milena.common.TopicPartition;
import io.milena.common.serialization.Deserializer;
import io.milena.common.serialization.StringDeserializer;
import io.milena.common.serialization.StringSerializer;
import io.milena.testing.ChildJvm;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the docs do what the docs say, against a broker. */
class ExamplesIT {

    private static final Duration SHORT = Duration.ofMillis(100);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private static final Pattern BEAN = Pattern.compile("(?m)^\\| `(kafka\\.[^`]+)` \\| (.*) \\|$");
    private static final Pattern NAME = Pattern.compile("`([a-z-]+)`");

    private static BrokerProcess broker;

    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeAll
    static void start(@TempDir Path folder) {
        broker = BrokerProcess.start(
                folder,
                Map.of(
                        "group.initial.rebalance.delay.ms", "0",
                        "offsets.topic.num.partitions", "1",
                        "transaction.state.log.num.partitions", "1"));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @BeforeEach
    void createTheTopic() throws Exception {
        Topics.create(broker.bootstrap());
        Topics.create(broker.bootstrap());
    }

    @AfterEach
    void closeAllAndForget() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        try (Admin admin = Admin.create(settings())) {
            Set<String> topics = admin.listTopics().names().get();
            admin.deleteTopics(topics).all().get();
            Awaitility.await().until(() -> admin.listTopics().names().get().isEmpty());
        }
    }

    private static Properties settings() {
        var settings = new Properties();
        settings.put("bootstrap.servers", broker.bootstrap());
        return settings;
    }

    private KafkaProducer<String, String> producer() {
        var producer = new KafkaProducer<>(settings(), new StringSerializer(), new StringSerializer());
        open.add(producer);
        return producer;
    }

    private KafkaConsumer<String, String> consumer(String group) {
        return consumer(group, new StringDeserializer());
    }

    private <V> KafkaConsumer<String, V> consumer(String group, Deserializer<V> values) {
        Properties settings = settings();
        settings.put("group.id", group);
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", "false");
        settings.put("isolation.level", "read_committed");
        var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), values);
        open.add(consumer);
        return consumer;
    }

    private static List<ConsumerRecord<String, String>> read(KafkaConsumer<String, String> consumer, int count) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        long began = System.nanoTime();
        while (records.size() < count && System.nanoTime() - began < PATIENCE_NANOS) {
            consumer.poll(SHORT).forEach(records::add);
        }
        assertThat(records).hasSize(count);
        return records;
    }

    private List<String> values(String topic, int count) {
        var reader = consumer("readers of " + topic);
        reader.subscribe(List.of(topic));
        return read(reader, count).stream().map(ConsumerRecord::value).toList();
    }

    private void produceOrders(int count) {
        var producer = producer();
        for (int i = 0; i < count; i++) {
            producer.send(new ProducerRecord<>("orders", "customer-" + i, "order " + i));
        }
        producer.flush();
    }

    /** Until so many were handled; what has come by then is in {@code reading}. */
    private static <V> Reading<V> reading(KafkaConsumer<String, V> consumer, int count) {
        var until = new Until<V>(count);
        var reading = new Reading<V>(consumer, until);
        until.reading = reading;
        return reading;
    }

    /** Ends the loops of examples. */
    private static final class Until<V> implements BooleanSupplier {

        private final int count;
        private final long began = System.nanoTime();
        private Reading<V> reading;

        Until(int count) {
            this.count = count;
        }

        @Override
        public boolean getAsBoolean() {
            return reading.handled().size() < count && System.nanoTime() - began < PATIENCE_NANOS;
        }
    }

    private long committed(String group) {
        Set<TopicPartition> partitions = Set.of(
                new TopicPartition("orders", 0), new TopicPartition("orders", 1), new TopicPartition("orders", 2));
        return consumer(group).committed(partitions).values().stream()
                .mapToLong(offset -> offset == null ? 0 : offset.offset())
                .sum();
    }

    @Test
    void theFirstProgramsTalkToEachOther() throws IOException {
        FirstProducer.main(new String[] {broker.bootstrap()});
        Path printed = ChildJvm.logFile("first-consumer");
        Process reader = ChildJvm.prepare(
                        ChildJvm.OWN_CLASS_PATH,
                        printed,
                        List.of("-Xmx64m", FirstConsumer.class.getName(), broker.bootstrap()))
                .start();
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> Files.readString(printed).contains("2: Hello, Mars!"));
        } finally {
            ChildJvm.end(reader);
        }

        assertThat(Files.readString(printed)).contains("0: Hello, Venus!", "1: Hello, Earth!", "Good-bye.");
        var rest = consumer("readers").committed(Set.of(new TopicPartition("greetings", 0)));
        assertThat(rest.values())
                .singleElement()
                .satisfies(at -> assertThat(at.offset()).isEqualTo(3));
    }

    @Test
    void recordsAreSentInThreeWays() throws Exception {
        var sending = new Sending(producer());

        sending.forget();
        sending.callBack();

        assertThat(sending.await().offset()).isEqualTo(2);
        assertThat(values("greetings", 3)).containsOnly("Hello again!");
        assertThat(sending.sendRate()).isPositive();
    }

    @Test
    void theBeansOfTheTableAreThere() throws IOException {
        new Sending(producer()).forget();
        var reader = consumer("watched");
        reader.subscribe(List.of("greetings"));
        read(reader, 1);
        reader.commitSync();
        String page = Files.readString(ReferenceJars.moduleFolder().resolveSibling("docs/CLIENTS.md"));

        List<MatchResult> rows = BEAN.matcher(page).results().toList();

        assertThat(rows).hasSizeGreaterThan(5);
        for (MatchResult row : rows) {
            String pattern = row.group(1).replace("=...", "=*");
            List<String> told = NAME.matcher(row.group(2))
                    .results()
                    .map(name -> name.group(1))
                    .toList();
            Awaitility.await(pattern + " " + told)
                    .until(() -> attributes(pattern), found -> !found.isEmpty() && found.containsAll(told));
        }
    }

    /** What all beans of that pattern tell. */
    private static Set<String> attributes(String pattern) throws JMException {
        var server = ManagementFactory.getPlatformMBeanServer();
        Set<String> found = new TreeSet<>();
        for (ObjectName name : server.queryNames(new ObjectName(pattern), null)) {
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                found.add(attribute.getName());
            }
        }
        return found;
    }

    @Test
    void recordsOfOneKeyStayInOrderAndHaveHeaders() {
        var sending = new Sending(producer());
        sending.keys();
        sending.headers();
        var reader = consumer("of keys");
        reader.subscribe(List.of("orders"));

        List<ConsumerRecord<String, String>> records = read(reader, 4);

        assertThat(records).extracting(ConsumerRecord::value).containsExactly("opened", "paid", "shipped", "opened");
        assertThat(records)
                .extracting(ConsumerRecord::partition)
                .containsOnly(records.get(0).partition());
        assertThat(records).extracting(Reading::origin).containsExactly("unknown", "unknown", "unknown", "web shop");
    }

    @Test
    void failuresAreSorted() {
        var later = new ArrayDeque<ProducerRecord<String, String>>();
        var refused = new ArrayDeque<ProducerRecord<String, String>>();
        var tooLarge = new ProducerRecord<>("orders", "k", "x".repeat(2_000_000));

        new Sending(producer()).sortFailures(tooLarge, later, refused);

        assertThat(later).isEmpty();
        assertThat(refused).containsExactly(tooLarge);
    }

    @Test
    void whatWasHandledIsCommitted() {
        produceOrders(20);

        Reading<String> each = reading(consumer("each"), 20);
        each.commitEachPoll();
        Reading<String> passing = reading(consumer("passing"), 20);
        passing.commitInPassing();

        assertThat(each.handled()).hasSize(20).doesNotHaveDuplicates();
        assertThat(passing.handled()).hasSize(20).doesNotHaveDuplicates();
        assertThat(committed("each")).isEqualTo(20);
        assertThat(committed("passing")).isEqualTo(20);
    }

    @Test
    void oneRecordIsCommitted() {
        produceOrders(1);
        var consumer = consumer("one");
        consumer.subscribe(List.of("orders"));
        ConsumerRecord<String, String> record = read(consumer, 1).get(0);

        reading(consumer, 0).commitOne(record);

        assertThat(committed("one")).isEqualTo(1);
    }

    @Test
    void aListenerCommitsWhatIsTakenAway() throws Exception {
        produceOrders(20);
        try (var consumer = consumer("shared")) {
            reading(consumer, 20).shareWithOthers();
        }

        assertThat(committed("shared")).isEqualTo(20);
    }

    @Test
    void readingBeginsWhereItIsWanted() {
        produceOrders(20);
        Reading<String> all = reading(consumer("all"), 0);
        all.fromTheBeginning();
        assertThat(all.handled()).hasSize(20);

        var consumer = consumer("times");
        reading(consumer, 0).fromATimeOn();

        assertThat(consumer.position(new TopicPartition("orders", 0))).isZero();
    }

    @Test
    void objectsAreRecordsTooAndWhatCannotBeReadIsSkipped() {
        try (var producer = new KafkaProducer<>(settings(), new StringSerializer(), new Temperature.ToBytes())) {
            producer.send(new ProducerRecord<>("orders", 0, "here", new Temperature(21.5)));
        }
        producer().send(new ProducerRecord<>("orders", 0, "there", "cold"));
        producer().flush();
        try (var producer = new KafkaProducer<>(settings(), new StringSerializer(), new Temperature.ToBytes())) {
            producer.send(new ProducerRecord<>("orders", 0, "here", new Temperature(22)));
        }
        var consumer = consumer("warmth", new Temperature.FromBytes());
        consumer.subscribe(List.of("orders"));

        Reading<Temperature> reading = reading(consumer, 2);
        reading.pastUnreadableOnes();

        assertThat(reading.handled()).containsExactly(new Temperature(21.5), new Temperature(22));
    }

    @Test
    void aTransactionIsSeenWhole() {
        try (var producer = Transactions.producer(settings())) {
            Transactions.transfer(producer);
        }

        assertThat(values("accounts", 2)).containsExactlyInAnyOrder("-10", "+10");
    }

    @Test
    void eachOrderGetsOneInvoice() {
        produceOrders(5);
        var consumer = consumer("accounting");
        consumer.subscribe(List.of("orders"));
        try (var producer = Transactions.producer(settings())) {
            long began = System.nanoTime();
            while (committed("accounting") < 5 && System.nanoTime() - began < PATIENCE_NANOS) {
                Transactions.invoice(consumer, producer);
            }
        }

        assertThat(values("invoices", 5))
                .hasSize(5)
                .doesNotHaveDuplicates()
                .allMatch(text -> text.startsWith("for order"));
    }
}
