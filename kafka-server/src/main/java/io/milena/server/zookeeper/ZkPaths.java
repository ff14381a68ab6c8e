package io.milena.server.zookeeper;

import java.util.ArrayList;
import java.util.List;

/** Every path of the tree, relative to the chroot. Names and layout are those of Apache Kafka 3.9. */
public final class ZkPaths {

    public static final String CONTROLLER = "/controller";
    public static final String CONTROLLER_EPOCH = "/controller_epoch";
    public static final String CLUSTER = "/cluster";
    public static final String CLUSTER_ID = "/cluster/id";
    public static final String BROKER_IDS = "/brokers/ids";
    public static final String BROKER_SEQUENCE = "/brokers/seqid";
    public static final String TOPICS = "/brokers/topics";
    public static final String DELETE_TOPICS = "/admin/delete_topics";
    public static final String REASSIGN_PARTITIONS = "/admin/reassign_partitions";
    public static final String PREFERRED_ELECTION = "/admin/preferred_replica_election";
    public static final String CONFIG = "/config";
    public static final String TOPIC_CONFIGS = "/config/topics";
    public static final String CONFIG_CHANGES = "/config/changes";
    public static final String ISR_CHANGES = "/isr_change_notification";
    public static final String LOG_DIR_EVENTS = "/log_dir_event_notification";
    public static final String PRODUCER_ID_BLOCK = "/latest_producer_id_block";
    public static final String FEATURE = "/feature";

    /** What every broker makes sure of at its start, in this order, parents before it. */
    static final List<String> PERSISTENT_AT_START = List.of(
            "/consumers",
            BROKER_IDS,
            TOPICS,
            CONFIG_CHANGES,
            DELETE_TOPICS,
            BROKER_SEQUENCE,
            ISR_CHANGES,
            PRODUCER_ID_BLOCK,
            LOG_DIR_EVENTS,
            TOPIC_CONFIGS,
            "/config/clients",
            "/config/users",
            "/config/brokers",
            "/config/ips");

    private static final String CONFIG_CHANGE_PREFIX = "config_change_";

    private ZkPaths() {}

    /** {@code /a}, {@code /a/b} and {@code /a/b/c} for {@code /a/b/c}: what must be made for the last to be there. */
    static List<String> withParents(String path) {
        List<String> paths = new ArrayList<>();
        for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
            paths.add(path.substring(0, end));
        }
        paths.add(path);
        return paths;
    }

    public static String broker(int id) {
        return BROKER_IDS + "/" + id;
    }

    public static String topic(String topic) {
        return TOPICS + "/" + topic;
    }

    public static String partitions(String topic) {
        return topic(topic) + "/partitions";
    }

    public static String partition(String topic, int partition) {
        return partitions(topic) + "/" + partition;
    }

    public static String partitionState(String topic, int partition) {
        return partition(topic, partition) + "/state";
    }

    public static String deleteTopic(String topic) {
        return DELETE_TOPICS + "/" + topic;
    }

    public static String topicConfig(String topic) {
        return TOPIC_CONFIGS + "/" + topic;
    }

    /** What a new change notice is called; ZooKeeper adds its number. */
    public static String newConfigChange() {
        return CONFIG_CHANGES + "/" + CONFIG_CHANGE_PREFIX;
    }

    public static String configChange(String name) {
        return CONFIG_CHANGES + "/" + name;
    }

    /** Number of the change notice called {@code name}; negative when that is not the name of one. */
    public static long configChangeNumber(String name) {
        String digits = name.startsWith(CONFIG_CHANGE_PREFIX) ? name.substring(CONFIG_CHANGE_PREFIX.length()) : "";
        return digits.matches("\\d{1,18}") ? Long.parseLong(digits) : -1;
    }
}
