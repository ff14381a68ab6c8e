package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.JavaClients;
import io.milena.testkit.ReferenceJars;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the reference's Java clients can do with the broker, for the last version of two lines: records of all sorts
 * come back once, in order per partition, byte for byte; topics, configs and offsets are administered.
 *
 * <p>One broker for all, one client JVM per version.
 */
@ParameterizedClass
@EnumSource(names = {"CLIENTS_3_9", "CLIENTS_4_4"})
class JavaClientsIT {

    private static final int SOME = 20_000;
    private static final int MANY = 1_000_000;

    private static BrokerProcess broker;
    private static JavaClients clients;

    @Parameter
    private ReferenceJars jars;

    @BeforeAll
    static void startBroker(@TempDir Path folder) {
        broker = BrokerProcess.start(folder, Map.of("auto.create.topics.enable", "false"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeParameterizedClassInvocation
    static void startClients(ReferenceJars jars) {
        clients = JavaClients.start(jars, broker.bootstrap());
    }

    @AfterParameterizedClassInvocation
    static void stopClients() {
        clients.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void everyRecordComesBackOnceInOrderByteForByte(String codec) {
        roundTrip("records-" + codec, SOME, "compression.type=" + codec);
    }

    @Tag("heavy")
    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void aMillionRecordsComeBackOnceInOrderByteForByte(String codec) {
        roundTrip("million-" + codec, MANY, "compression.type=" + codec);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "all"})
    void everyKindOfAcknowledgementWorks(String acks) {
        roundTrip("acks-" + acks, 3_000, "acks=" + acks + " enable.idempotence=" + acks.equals("all"));
    }

    @Test
    void manySmallBatchesInFlightKeepTheirOrder() {
        String tiny = "batch.size=1 linger.ms=0 enable.idempotence=true max.in.flight.requests.per.connection=5";

        roundTrip("tiny-batches", 3_000, tiny);
    }

    private void roundTrip(String name, int count, String producerConfigs) {
        String topic = topic(name);
        String records =
                " topic=" + topic + " partitions=3 count=" + count + " base=" + System.currentTimeMillis() + " ";
        clients.ask("create topic=" + topic + " partitions=3");

        var produced = clients.ask("produce" + records + producerConfigs);
        var read = clients.ask("verify" + records);

        assertThat(produced).containsEntry("acked", String.valueOf(count));
        assertThat(read).containsEntry("read", String.valueOf(count));
    }

    /** Each version has topics of its own. */
    private String topic(String name) {
        return jars.name().toLowerCase(Locale.ROOT) + "." + name;
    }

    @Test
    void aTopicIsCreatedDescribedGrownAndDeleted() {
        String topic = topic("life");

        clients.ask("create topic=" + topic + " partitions=2");
        var created = clients.ask("describe topic=" + topic);
        clients.ask("grow topic=" + topic + " partitions=5");
        var grown = clients.ask("describe topic=" + topic);
        clients.ask("delete topic=" + topic);

        assertThat(created).containsEntry("partitions", "2").containsEntry("leaders", "0,0");
        assertThat(grown).containsEntry("partitions", "5").containsEntry("inSync", "1,1,1,1,1");
        assertThat(grown.get("id")).isEqualTo(created.get("id")).isNotEqualTo("AAAAAAAAAAAAAAAAAAAAAA");
        Awaitility.await().until(() -> !clients.ask("list").get("topics").contains(topic));
    }

    @Test
    void aTopicCreatedAgainIsAnotherTopic() {
        String topic = topic("again");
        clients.ask("create topic=" + topic);
        String first = clients.ask("describe topic=" + topic).get("id");
        clients.ask("delete topic=" + topic);
        Awaitility.await().until(() -> !clients.ask("list").get("topics").contains(topic));

        clients.ask("create topic=" + topic);

        assertThat(clients.ask("describe topic=" + topic).get("id")).isNotEqualTo(first);
        assertThat(clients.ask("offset topic=" + topic + " at=latest")).containsEntry("offset", "0");
    }

    @Test
    void whatCannotBeCreatedIsRefusedByName() {
        String topic = topic("refused");
        clients.ask("create topic=" + topic);

        assertThat(clients.askInVain("create topic=" + topic)).startsWith("TopicExistsException");
        assertThat(clients.askInVain("create topic=" + topic + "-rf replicas=3"))
                .startsWith("InvalidReplicationFactorException");
        assertThat(clients.askInVain("create topic=" + topic + "-p partitions=0"))
                .startsWith("InvalidPartitionsException");
        assertThat(clients.askInVain("create topic=bad/name")).startsWith("InvalidTopicException");
        assertThat(clients.askInVain("create topic=" + topic + "-c config.nosuch.config=1"))
                .startsWith("InvalidConfigurationException");
        assertThat(clients.askInVain("describe topic=" + topic + "-none")).startsWith("UnknownTopicOrPartition");
        assertThat(clients.askInVain("grow topic=" + topic + " partitions=1")).startsWith("InvalidPartitionsException");
    }

    @Test
    void topicConfigsAreSetReadAndRemoved() {
        String topic = topic("configs");
        String retention = "config topic=" + topic + " key=retention.ms";
        clients.ask("create topic=" + topic + " config.retention.ms=123456");

        assertThat(clients.ask(retention))
                .containsEntry("value", "123456")
                .containsEntry("source", "DYNAMIC_TOPIC_CONFIG");

        clients.ask("set topic=" + topic + " key=retention.ms value=654321");
        assertThat(clients.ask(retention)).containsEntry("value", "654321");

        clients.ask("set topic=" + topic + " key=retention.ms");
        assertThat(clients.ask(retention))
                .containsEntry("value", "604800000")
                .containsEntry("source", "DEFAULT_CONFIG");
        assertThat(clients.askInVain("set topic=" + topic + " key=retention.ms value=abc"))
                .startsWith("InvalidConfigurationException");
    }

    @Test
    void aConfigIsInForceAtOnce() {
        String topic = topic("limit");
        clients.ask("create topic=" + topic + " config.max.message.bytes=80");
        String produce = "produce topic=" + topic + " partitions=1 count=1 base=1";

        assertThat(clients.askInVain(produce)).startsWith("RecordTooLargeException");
    }

    @Test
    void offsetsAreFoundByTime() {
        String topic = topic("times");
        long base = System.currentTimeMillis() - 10_000;
        clients.ask("create topic=" + topic);
        clients.ask("produce topic=" + topic + " partitions=1 count=1000 base=" + base + " batch.size=2000");
        String at = "offset topic=" + topic + " at=";

        assertThat(clients.ask(at + "earliest")).containsEntry("offset", "0");
        assertThat(clients.ask(at + "latest")).containsEntry("offset", "1000");
        assertThat(clients.ask(at + (base + 345)))
                .containsEntry("offset", "345")
                .containsEntry("timestamp", String.valueOf(base + 345));
        assertThat(clients.ask(at + 0)).containsEntry("offset", "0");
        assertThat(clients.ask(at + (base + 1000))).containsEntry("offset", "-1");
        assertThat(clients.ask(at + "max")).containsEntry("offset", "999");
    }

    @Test
    void theClusterIntroducesItself() {
        assertThat(clients.ask("cluster")).containsEntry("nodes", "1").containsEntry("controller", "0");
    }
}
