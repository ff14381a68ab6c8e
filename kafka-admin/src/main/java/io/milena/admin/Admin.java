package io.milena.admin;

import io.milena.common.Metric;
import io.milena.common.MetricName;
import io.milena.common.TopicCollection;
import io.milena.common.TopicPartition;
import io.milena.common.config.ConfigResource;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * Looks at a cluster and changes it.
 *
 * <p>Each call returns at once; what comes of it is in its result, whose futures fail with the exceptions of {@code
 * io.milena.common.errors}: {@link io.milena.common.errors.TimeoutException} if no broker that can answer has done so
 * within {@code default.api.timeout.ms}, {@link io.milena.common.errors.UnsupportedVersionException} if the brokers are
 * too old. Implementations are thread-safe.
 *
 * <pre>
 * try (Admin admin = Admin.create(Map.of("bootstrap.servers", "localhost:9092"))) {
 *     admin.createTopics(List.of(new NewTopic("sky", 3, (short) 1))).all().get();
 * }
 * </pre>
 */
public interface Admin extends AutoCloseable {

    /**
     * A new one.
     *
     * @param props settings by the keys of {@link AdminClientConfig}
     * @throws io.milena.common.config.ConfigException naming key, value and what is allowed
     */
    static Admin create(Properties props) {
        return KafkaAdmin.open(props);
    }

    /**
     * A new one.
     *
     * @param conf settings by the keys of {@link AdminClientConfig}
     * @throws io.milena.common.config.ConfigException naming key, value and what is allowed
     */
    static Admin create(Map<String, Object> conf) {
        return KafkaAdmin.open(conf);
    }

    /** Waits for all calls to end, and closes. */
    @Override
    default void close() {
        close(Duration.ofMillis(Long.MAX_VALUE));
    }

    /** Waits for all calls to end, at most so long, fails those that have not, and closes. */
    void close(Duration timeout);

    default CreateTopicsResult createTopics(Collection<NewTopic> newTopics) {
        return createTopics(newTopics, new CreateTopicsOptions());
    }

    /** Creates topics; brokers may know of one a little later only. */
    CreateTopicsResult createTopics(Collection<NewTopic> newTopics, CreateTopicsOptions options);

    default DeleteTopicsResult deleteTopics(Collection<String> topics) {
        return deleteTopics(topics, new DeleteTopicsOptions());
    }

    default DeleteTopicsResult deleteTopics(Collection<String> topics, DeleteTopicsOptions options) {
        return deleteTopics(TopicCollection.ofTopicNames(topics), options);
    }

    default DeleteTopicsResult deleteTopics(TopicCollection topics) {
        return deleteTopics(topics, new DeleteTopicsOptions());
    }

    /** Deletes topics and all that is in them; brokers may know one a little longer. */
    DeleteTopicsResult deleteTopics(TopicCollection topics, DeleteTopicsOptions options);

    default ListTopicsResult listTopics() {
        return listTopics(new ListTopicsOptions());
    }

    /** All topics that the caller may see. */
    ListTopicsResult listTopics(ListTopicsOptions options);

    default DescribeTopicsResult describeTopics(Collection<String> topicNames) {
        return describeTopics(topicNames, new DescribeTopicsOptions());
    }

    default DescribeTopicsResult describeTopics(Collection<String> topicNames, DescribeTopicsOptions options) {
        return describeTopics(TopicCollection.ofTopicNames(topicNames), options);
    }

    default DescribeTopicsResult describeTopics(TopicCollection topics) {
        return describeTopics(topics, new DescribeTopicsOptions());
    }

    /** Partitions of topics, with leaders and replicas. */
    DescribeTopicsResult describeTopics(TopicCollection topics, DescribeTopicsOptions options);

    default DescribeClusterResult describeCluster() {
        return describeCluster(new DescribeClusterOptions());
    }

    /** Brokers, controller and id of the cluster. */
    DescribeClusterResult describeCluster(DescribeClusterOptions options);

    default CreatePartitionsResult createPartitions(Map<String, NewPartitions> newPartitions) {
        return createPartitions(newPartitions, new CreatePartitionsOptions());
    }

    /** Lets topics grow. A key may lie in another partition from then on. */
    CreatePartitionsResult createPartitions(Map<String, NewPartitions> newPartitions, CreatePartitionsOptions options);

    default DescribeConfigsResult describeConfigs(Collection<ConfigResource> resources) {
        return describeConfigs(resources, new DescribeConfigsOptions());
    }

    /** Settings of topics and brokers, defaults included. */
    DescribeConfigsResult describeConfigs(Collection<ConfigResource> resources, DescribeConfigsOptions options);

    default ListPartitionReassignmentsResult listPartitionReassignments() {
        return listPartitionReassignments(new ListPartitionReassignmentsOptions());
    }

    default ListPartitionReassignmentsResult listPartitionReassignments(ListPartitionReassignmentsOptions options) {
        return listPartitionReassignments(Optional.empty(), options);
    }

    default ListPartitionReassignmentsResult listPartitionReassignments(Set<TopicPartition> partitions) {
        return listPartitionReassignments(partitions, new ListPartitionReassignmentsOptions());
    }

    default ListPartitionReassignmentsResult listPartitionReassignments(
            Set<TopicPartition> partitions, ListPartitionReassignmentsOptions options) {
        return listPartitionReassignments(Optional.of(partitions), options);
    }

    /** Partitions whose replicas move; of all if none are given. */
    ListPartitionReassignmentsResult listPartitionReassignments(
            Optional<Set<TopicPartition>> partitions, ListPartitionReassignmentsOptions options);

    /** What the client tells of itself, as JMX shows it under {@code kafka.admin.client}. */
    Map<MetricName, ? extends Metric> metrics();
}
