package io.milena.compat.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.admin.Admin;
import io.milena.admin.NewPartitions;
import io.milena.admin.NewTopic;
import io.milena.admin.TopicDescription;
import io.milena.common.Node;
import io.milena.common.TopicCollection;
import io.milena.common.Uuid;
import io.milena.common.config.ConfigResource;
import io.milena.common.errors.InvalidReplicationFactorException;
import io.milena.common.errors.InvalidTopicException;
import io.milena.common.errors.TopicExistsException;
import io.milena.common.errors.UnknownTopicIdException;
import io.milena.common.errors.UnknownTopicOrPartitionException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Our admin client against brokers of Apache Kafka. */
@Tag("peer")
@ParameterizedClass
@EnumSource(Peer.class)
class PeerAdminIT {

    private static final Uuid NOBODYS = Uuid.parse("bm9ib2R5cy10b3BpYy1pZA");

    @Parameter
    private Peer peer;

    private OurClients clients;
    private Admin admin;

    @BeforeEach
    void open() {
        clients = new OurClients(peer.broker().bootstrap());
        admin = clients.admin();
    }

    @AfterEach
    void close() {
        clients.close();
    }

    private boolean isListed(String topic) throws ExecutionException, InterruptedException {
        return admin.listTopics().names().get().contains(topic);
    }

    private TopicDescription described(String topic) throws ExecutionException, InterruptedException {
        return admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
    }

    private void create(String topic, int partitions, int replicas) throws ExecutionException, InterruptedException {
        admin.createTopics(List.of(new NewTopic(topic, partitions, (short) replicas)))
                .all()
                .get();
    }

    @Test
    void topicsAreCreatedDescribedEnlargedAndDeleted() throws Exception {
        String topic = OurClients.newName("life");
        var created =
                admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1).configs(Map.of("retention.ms", "70000"))));
        Uuid id = created.topicId(topic).get();
        assertThat(created.config(topic).get().get("retention.ms").value()).isEqualTo("70000");
        Awaitility.await().until(() -> isListed(topic));

        TopicDescription life = described(topic);
        assertThat(life.topicId()).isEqualTo(id);
        assertThat(life.partitions()).hasSize(2).allMatch(partition -> partition.leader() != null);
        var ids = TopicCollection.ofTopicIds(List.of(id));
        assertThat(admin.describeTopics(ids).allTopicIds().get()).containsOnlyKeys(id);
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        assertThat(admin.describeConfigs(List.of(resource))
                        .all()
                        .get()
                        .get(resource)
                        .get("retention.ms")
                        .value())
                .isEqualTo("70000");
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(3))).all().get();
        Awaitility.await().until(() -> described(topic).partitions().size() == 3);

        admin.deleteTopics(ids).all().get();
        Awaitility.await().until(() -> !isListed(topic));
    }

    @Test
    void theClusterIsDescribed() throws Exception {
        var cluster = admin.describeCluster();

        assertThat(cluster.nodes().get())
                .extracting(Node::port)
                .containsExactly(peer.broker().port());
        assertThat(cluster.controller().get().id()).isZero();
        assertThat(cluster.clusterId().get()).hasSize(22);
        assertThat(admin.listPartitionReassignments().reassignments().get()).isEmpty();
    }

    @Test
    void refusalsComeAsTheirExceptions() throws Exception {
        String topic = OurClients.newName("twice");
        create(topic, 1, 1);

        assertThatThrownBy(() -> create(topic, 1, 1)).hasCauseInstanceOf(TopicExistsException.class);
        assertThatThrownBy(() -> create("no good", 1, 1)).hasCauseInstanceOf(InvalidTopicException.class);
        assertThatThrownBy(() -> create(topic + "-wide", 1, 5))
                .hasCauseInstanceOf(InvalidReplicationFactorException.class);
        assertThatThrownBy(() -> described("missing")).hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        assertThatThrownBy(() -> admin.deleteTopics(List.of("missing")).all().get())
                .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        assertThatThrownBy(() -> admin.deleteTopics(TopicCollection.ofTopicIds(List.of(NOBODYS)))
                        .all()
                        .get())
                .hasCauseInstanceOf(UnknownTopicIdException.class);
    }
}
