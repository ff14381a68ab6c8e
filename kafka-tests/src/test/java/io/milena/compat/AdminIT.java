package io.milena.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.admin.Admin;
import io.milena.admin.AdminClientConfig;
import io.milena.admin.NewPartitions;
import io.milena.admin.NewTopic;
import io.milena.admin.TopicDescription;
import io.milena.common.Node;
import io.milena.common.TopicCollection;
import io.milena.common.Uuid;
import io.milena.common.config.ConfigException;
import io.milena.common.config.ConfigResource;
import io.milena.common.errors.InvalidTopicException;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.TopicExistsException;
import io.milena.common.errors.UnknownTopicOrPartitionException;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.testkit.BrokerProcess;
import io.milena.testkit.Ports;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admin client against a broker, and against none. */
class AdminIT {

    private static BrokerProcess broker;
    private static Admin admin;

    @BeforeAll
    static void start(@TempDir Path folder) {
        broker = BrokerProcess.start(folder, Map.of());
        admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                broker.bootstrap(),
                AdminClientConfig.CLIENT_ID_CONFIG,
                "admin-test"));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    private static TopicDescription described(String topic) throws Exception {
        return admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
    }

    @Test
    void topicsAreCreatedDescribedEnlargedAndDeleted() throws Exception {
        var created = admin.createTopics(
                List.of(new NewTopic("life", 2, (short) 1).configs(Map.of("retention.ms", "70000"))));
        Uuid id = created.topicId("life").get();
        assertThat(created.numPartitions("life").get()).isEqualTo(2);
        assertThat(created.config("life").get().get("retention.ms").value()).isEqualTo("70000");

        assertThat(admin.listTopics().names().get()).contains("life");
        TopicDescription life = described("life");
        assertThat(life.topicId()).isEqualTo(id);
        assertThat(life.partitions()).hasSize(2).allMatch(partition -> partition.leader() != null);
        assertThat(admin.describeTopics(TopicCollection.ofTopicIds(List.of(id)))
                        .allTopicIds()
                        .get())
                .containsOnlyKeys(id);

        admin.createPartitions(Map.of("life", NewPartitions.increaseTo(3)))
                .all()
                .get();
        Awaitility.await().until(() -> described("life").partitions().size() == 3);

        admin.deleteTopics(TopicCollection.ofTopicIds(List.of(id))).all().get();
        Awaitility.await().until(() -> !admin.listTopics().names().get().contains("life"));
    }

    @Test
    void theClusterAndItsSettingsAreDescribed() throws Exception {
        var cluster = admin.describeCluster();

        assertThat(cluster.nodes().get()).extracting(Node::port).containsExactly(broker.port());
        assertThat(cluster.controller().get().id()).isZero();
        assertThat(cluster.clusterId().get()).hasSize(22);
        var resource = new ConfigResource(ConfigResource.Type.BROKER, "0");
        var config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
        assertThat(config.get("broker.id").value()).isEqualTo("0");
    }

    @Test
    void refusalsComeAsTheirExceptions() throws Exception {
        admin.createTopics(List.of(new NewTopic("twice", 1, (short) 1))).all().get();

        assertThatThrownBy(() -> admin.createTopics(List.of(new NewTopic("twice", 1, (short) 1)))
                        .all()
                        .get())
                .hasCauseInstanceOf(TopicExistsException.class)
                .hasMessageContaining("Topic 'twice' already exists.");
        assertThatThrownBy(() -> admin.createTopics(List.of(new NewTopic("no good", 1, (short) 1)))
                        .all()
                        .get())
                .hasCauseInstanceOf(InvalidTopicException.class);
        assertThatThrownBy(() -> described("missing")).hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        assertThatThrownBy(() -> admin.deleteTopics(List.of("missing")).all().get())
                .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        if (!BrokerProcess.REFERENCE) {
            assertThatThrownBy(() ->
                            admin.listPartitionReassignments().reassignments().get())
                    .hasCauseInstanceOf(UnsupportedVersionException.class);
        }
    }

    @Test
    void itIsSeenOverJmxUntilItCloses() throws Exception {
        var server = ManagementFactory.getPlatformMBeanServer();
        var name = new ObjectName("kafka.admin.client:type=admin-client-metrics,client-id=admin-passing");
        try (Admin passing = Admin.create(
                Map.of("bootstrap.servers", broker.bootstrap(), AdminClientConfig.CLIENT_ID_CONFIG, "admin-passing"))) {
            passing.listTopics().names().get();
            Awaitility.await().until(() -> server.isRegistered(name));
            assertThat((Double) server.getAttribute(name, "request-total")).isPositive();
            assertThat(passing.metrics().keySet())
                    .anyMatch(metric -> metric.name().equals("connection-count"));
        }

        assertThat(server.isRegistered(name)).isFalse();
    }

    @Test
    void withoutABrokerThereIsOneErrorThatNamesTheAddress() {
        int port = Ports.free();
        var settings = new Properties();
        settings.put("bootstrap.servers", "127.0.0.1:" + port);
        settings.put("default.api.timeout.ms", 1_500);
        long began = System.nanoTime();

        try (Admin nobody = Admin.create(settings)) {
            assertThatThrownBy(() -> nobody.listTopics().names().get())
                    .hasCauseInstanceOf(TimeoutException.class)
                    .hasMessageContaining("listTopics timed out after 1500 ms")
                    .hasMessageContaining("127.0.0.1:" + port);
        }

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> Admin.create(Map.of("bootstrap.servers", "nowhere")))
                .hasCauseInstanceOf(ConfigException.class)
                .hasMessageContaining("bootstrap.servers");
        assertThatThrownBy(() -> Admin.create(Map.of("bootstrap.servers", "a:1", "retries", "-1")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("retries");
        assertThatThrownBy(() -> Admin.create(Map.of("bootstrap.controllers", "a:1")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("bootstrap.controllers");
    }
}
