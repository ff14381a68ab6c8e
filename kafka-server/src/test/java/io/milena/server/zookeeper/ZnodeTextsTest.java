package io.milena.server.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of nodes are those that Apache Kafka 3.9.2 was seen to write, byte for byte, and older ones are read. */
class ZnodeTextsTest {

    private static final String BROKER_V5 =
            "{\"features\":{},\"listener_security_protocol_map\":{\"PLAINTEXT\":\"PLAINTEXT\",\"SASL_PLAINTEXT\":"
                    + "\"SASL_PLAINTEXT\"},\"endpoints\":[\"PLAINTEXT://127.0.0.1:19092\","
                    + "\"SASL_PLAINTEXT://127.0.0.1:19101\"],\"rack\":\"rack1\",\"jmx_port\":19991,\"port\":19092,"
                    + "\"host\":\"127.0.0.1\",\"version\":5,\"timestamp\":\"1795949930794\"}";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void brokerOfVersion5() {
        BrokerZnode broker = BrokerZnode.decode(bytes(BROKER_V5));

        assertThat(broker.endpoints())
                .containsExactly(
                        new BrokerZnode.Endpoint("PLAINTEXT", "PLAINTEXT", "127.0.0.1", 19092),
                        new BrokerZnode.Endpoint("SASL_PLAINTEXT", "SASL_PLAINTEXT", "127.0.0.1", 19101));
        assertThat(broker.rack()).isEqualTo("rack1");
        assertThat(text(broker.encode())).isEqualTo(BROKER_V5);
    }

    @Test
    void brokersOfOlderVersions() {
        BrokerZnode v1 = BrokerZnode.decode(
                bytes("{\"version\":1,\"host\":\"old\",\"port\":9092,\"jmx_port\":9999,\"timestamp\":\"12\"}"));
        BrokerZnode v3 = BrokerZnode.decode(bytes("{\"version\":3,\"host\":\"h\",\"port\":9092,\"jmx_port\":-1,"
                + "\"timestamp\":\"12\",\"endpoints\":[\"SSL://h:9093\"],\"rack\":\"r\"}"));
        BrokerZnode v4 = BrokerZnode.decode(bytes("{\"listener_security_protocol_map\":{\"OUT\":\"SSL\"},"
                + "\"endpoints\":[\"OUT://[::1]:9093\"],\"jmx_port\":-1,\"port\":-1,\"host\":null,\"version\":4,"
                + "\"timestamp\":\"12\"}"));

        assertThat(v1.endpoints()).containsExactly(new BrokerZnode.Endpoint("PLAINTEXT", "PLAINTEXT", "old", 9092));
        assertThat(v3.endpoints()).containsExactly(new BrokerZnode.Endpoint("SSL", "SSL", "h", 9093));
        assertThat(v4.endpoints()).containsExactly(new BrokerZnode.Endpoint("OUT", "SSL", "::1", 9093));
        assertThat(v4.rack()).isNull();
        assertThat(text(v4.encode())).contains("\"endpoints\":[\"OUT://[::1]:9093\"]", "\"port\":-1,\"host\":null");
    }

    @Test
    void brokerWithFeatures() {
        String range = "{\"features\":{\"f\":{\"min_version\":1,\"max_version\":2}},";
        BrokerZnode broker = BrokerZnode.decode(bytes(BROKER_V5.replace("{\"features\":{},", range)));

        assertThat(broker.features()).containsEntry("f", new BrokerZnode.FeatureRange(1, 2));
        assertThat(text(broker.encode())).startsWith(range);
    }

    @Test
    void clusterIdIsReadAndWrittenAsCaptured() {
        String captured = "{\"version\":\"1\",\"id\":\"TRoVM4HrSCWm3UWZndUwJA\"}";

        assertThat(ClusterIdZnode.decode(bytes(captured))).isEqualTo("TRoVM4HrSCWm3UWZndUwJA");
        assertThat(text(ClusterIdZnode.encode("TRoVM4HrSCWm3UWZndUwJA"))).isEqualTo(captured);
    }

    @Test
    void topicOfVersion3() {
        String captured = "{\"partitions\":{\"0\":[1,2],\"1\":[2,1]},\"topic_id\":\"6QVqrZXfSWG5Zp3deReIEg\","
                + "\"adding_replicas\":{\"0\":[2]},\"removing_replicas\":{},\"version\":3}";
        TopicZnode topic = TopicZnode.decode(bytes(captured));

        assertThat(topic.topicId()).isEqualTo(Uuid.parse("6QVqrZXfSWG5Zp3deReIEg"));
        assertThat(topic.replicas()).containsEntry(0, List.of(1, 2)).containsEntry(1, List.of(2, 1));
        assertThat(topic.adding()).containsEntry(0, List.of(2));
        assertThat(text(topic.encode())).isEqualTo(captured);
    }

    @Test
    void partitionsOfATopicAreInNumericalOrder() {
        var replicas = new TreeMap<Integer, List<Integer>>(Map.of(10, List.of(1), 9, List.of(2)));
        var topic = new TopicZnode(null, replicas, new TreeMap<>(), new TreeMap<>());

        assertThat(text(topic.encode())).startsWith("{\"partitions\":{\"9\":[2],\"10\":[1]},\"adding");
        assertThat(TopicZnode.decode(bytes("{\"version\":1,\"partitions\":{\"10\":[1],\"9\":[2]}}")))
                .isEqualTo(topic);
    }

    @Test
    void partitionStateIsReadAndWrittenAsCaptured() {
        String captured = "{\"controller_epoch\":1,\"leader\":1,\"version\":1,\"leader_epoch\":0,\"isr\":[1,2]}";
        PartitionStateZnode state = PartitionStateZnode.decode(bytes(captured));

        assertThat(state).isEqualTo(new PartitionStateZnode(1, 1, 0, List.of(1, 2)));
        assertThat(text(state.encode())).isEqualTo(captured);
    }

    @Test
    void controllerAndItsEpoch() {
        String captured = "{\"version\":2,\"brokerid\":1,\"timestamp\":\"1795949931315\",\"kraftControllerEpoch\":-1}";
        ControllerZnode controller = ControllerZnode.decode(bytes(captured));

        assertThat(controller).isEqualTo(new ControllerZnode(1, 1795949931315L));
        assertThat(text(controller.encode())).isEqualTo(captured);
        assertThat(ControllerZnode.decode(bytes("{\"version\":1,\"brokerid\":0,\"timestamp\":\"5\"}")))
                .isEqualTo(new ControllerZnode(0, 5));
        assertThat(ControllerEpochZnode.decode(ControllerEpochZnode.encode(7))).isEqualTo(7);
        assertThat(text(ControllerEpochZnode.encode(0))).isEqualTo("0");
    }

    @Test
    void configsAndTheirChanges() {
        String captured = "{\"version\":1,\"config\":{\"min.insync.replicas\":\"1\",\"retention.ms\":\"604800000\"}}";
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("min.insync.replicas", "1");
        settings.put("retention.ms", "604800000");

        assertThat(ConfigZnode.decode(bytes(captured))).isEqualTo(settings);
        assertThat(text(ConfigZnode.encode(settings))).isEqualTo(captured);
        assertThat(text(ConfigZnode.encode(Map.of()))).isEqualTo("{\"version\":1,\"config\":{}}");
        assertThat(ConfigZnode.decode(new byte[0])).isEmpty();
        assertThat(text(new ConfigChangeZnode("topics/t1").encode()))
                .isEqualTo("{\"version\":2,\"entity_path\":\"topics/t1\"}");
        assertThat(ConfigChangeZnode.decode(bytes("{\"version\":1,\"entity_type\":\"topics\",\"entity_name\":\"t1\"}")))
                .isEqualTo(new ConfigChangeZnode("topics/t1"));
    }

    @Test
    void producerIdBlock() {
        String captured = "{\"version\":1,\"broker\":1,\"block_start\":\"0\",\"block_end\":\"999\"}";

        assertThat(ProducerIdBlockZnode.decode(bytes(captured))).isEqualTo(new ProducerIdBlockZnode(1, 0, 999));
        assertThat(text(new ProducerIdBlockZnode(1, 0, 999).encode())).isEqualTo(captured);
        assertThat(ProducerIdBlockZnode.decode(new byte[0])).isNull();
    }

    @Test
    void featuresAreReadInBothVersionsAndWrittenInTheNewer() {
        String captured = "{\"features\":{},\"version\":2,\"status\":1}";
        FeatureZnode old = FeatureZnode.decode(bytes("{\"features\":{\"f\":{\"min_version_level\":1,"
                + "\"max_version_level\":2}},\"version\":1,\"status\":0}"));

        assertThat(text(FeatureZnode.decode(bytes(captured)).encode())).isEqualTo(captured);
        assertThat(old.levels()).containsEntry("f", 2);
        assertThat(old.status()).isEqualTo(FeatureZnode.Status.DISABLED);
    }

    @Test
    void requestsOfOldTools() {
        byte[] moves = bytes("{\"version\":1,\"partitions\":[{\"topic\":\"plain\",\"partition\":0,\"replicas\":[2]}]}");
        byte[] elections = bytes("{\"version\":1,\"partitions\":[{\"topic\":\"manual\",\"partition\":1}]}");

        assertThat(ReassignmentZnode.decode(moves)).containsEntry(new TopicPartition("plain", 0), List.of(2));
        assertThat(PreferredElectionZnode.decode(elections)).containsExactly(new TopicPartition("manual", 1));
    }

    @Test
    void whatIsNotTheTextOfANodeIsSaidToBeMalformed() {
        List<String> garbage =
                List.of("", "7", "[]", "{", "{\"partitions\":7}", "{\"partitions\":{\"x\":[1]}}", "null");

        for (String text : garbage) {
            assertThatThrownBy(() -> TopicZnode.decode(bytes(text))).as(text).isInstanceOf(MalformedZnode.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "4294967297", "-2147483649", "99999999999999999999", "\"x\"", "[]", "null"})
    void aNumberThatDoesNotFitIsMalformedRatherThanCut(String number) {
        String state = "{\"controller_epoch\":1,\"leader\":" + number + ",\"leader_epoch\":0,\"isr\":[1]}";
        String replicas = "{\"partitions\":{\"0\":[" + number + "]}}";

        assertThatThrownBy(() -> PartitionStateZnode.decode(bytes(state))).isInstanceOf(MalformedZnode.class);
        assertThatThrownBy(() -> TopicZnode.decode(bytes(replicas))).isInstanceOf(MalformedZnode.class);
    }

    @Test
    void deepNestingEndsInAMalformedNodeNotInAFullStack() {
        String deep = "{\"a\":" + "[".repeat(900);

        assertThatThrownBy(() -> ConfigZnode.decode(bytes(deep))).isInstanceOf(MalformedZnode.class);
    }
}
