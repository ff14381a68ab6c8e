package io.milena.compat;

import io.milena.common.Uuid;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.messages.AlterConfigsRequest;
import io.milena.protocol.messages.ApiVersionsRequest;
import io.milena.protocol.messages.CreateAclsRequest;
import io.milena.protocol.messages.CreatePartitionsRequest;
import io.milena.protocol.messages.CreateTopicsRequest;
import io.milena.protocol.messages.DeleteAclsRequest;
import io.milena.protocol.messages.DeleteRecordsRequest;
import io.milena.protocol.messages.DeleteTopicsRequest;
import io.milena.protocol.messages.DescribeAclsRequest;
import io.milena.protocol.messages.DescribeClusterRequest;
import io.milena.protocol.messages.DescribeConfigsRequest;
import io.milena.protocol.messages.FetchRequest;
import io.milena.protocol.messages.FindCoordinatorRequest;
import io.milena.protocol.messages.IncrementalAlterConfigsRequest;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.ListOffsetsRequest;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.testkit.WireBatch;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One request of each API that is served, in any of its versions, about a topic that is there or one that is not.
 * Immutable.
 */
final class SampleRequests {

    private static final byte ANY = 1;
    private static final byte TOPIC = 2;
    private static final int TIMEOUT_MS = 5_000;
    private static final String RETENTION = "retention.ms";

    private final Map<ApiKey, Sample> samples = new EnumMap<>(ApiKey.class);

    /** What a request asks about. */
    record Subject(String topic, Uuid topicId, int partition, boolean exists) {}

    /** Builds a request of one API. */
    @FunctionalInterface
    private interface Sample {
        ApiMessage request(int version, Subject subject);
    }

    SampleRequests() {
        samples.put(ApiKey.PRODUCE, SampleRequests::produce);
        samples.put(ApiKey.FETCH, SampleRequests::fetch);
        samples.put(ApiKey.LIST_OFFSETS, SampleRequests::listOffsets);
        samples.put(ApiKey.DELETE_RECORDS, SampleRequests::deleteRecords);
        samples.put(ApiKey.METADATA, SampleRequests::metadata);
        samples.put(ApiKey.OFFSET_FOR_LEADER_EPOCH, SampleRequests::offsetForLeaderEpoch);
        samples.put(ApiKey.API_VERSIONS, SampleRequests::apiVersions);
        samples.put(ApiKey.FIND_COORDINATOR, SampleRequests::findCoordinator);
        samples.put(ApiKey.INIT_PRODUCER_ID, SampleRequests::initProducerId);
        samples.put(ApiKey.ADD_PARTITIONS_TO_TXN, TransactionSamples::addPartitions);
        samples.put(ApiKey.ADD_OFFSETS_TO_TXN, TransactionSamples::addOffsets);
        samples.put(ApiKey.END_TXN, TransactionSamples::end);
        samples.put(ApiKey.WRITE_TXN_MARKERS, TransactionSamples::writeMarkers);
        samples.put(ApiKey.TXN_OFFSET_COMMIT, TransactionSamples::commitOffsets);
        samples.put(ApiKey.DESCRIBE_PRODUCERS, TransactionSamples::describeProducers);
        samples.put(ApiKey.DESCRIBE_TRANSACTIONS, TransactionSamples::describe);
        samples.put(ApiKey.LIST_TRANSACTIONS, TransactionSamples::list);
        samples.put(ApiKey.DESCRIBE_CLUSTER, (version, subject) -> new DescribeClusterRequest());
        samples.put(ApiKey.CREATE_TOPICS, SampleRequests::createTopics);
        samples.put(ApiKey.DELETE_TOPICS, SampleRequests::deleteTopics);
        samples.put(ApiKey.CREATE_PARTITIONS, SampleRequests::createPartitions);
        samples.put(ApiKey.DESCRIBE_CONFIGS, SampleRequests::describeConfigs);
        samples.put(ApiKey.ALTER_CONFIGS, SampleRequests::alterConfigs);
        samples.put(ApiKey.INCREMENTAL_ALTER_CONFIGS, SampleRequests::incrementalAlterConfigs);
        samples.put(ApiKey.DESCRIBE_ACLS, SampleRequests::describeAcls);
        samples.put(ApiKey.CREATE_ACLS, SampleRequests::createAcls);
        samples.put(ApiKey.DELETE_ACLS, SampleRequests::deleteAcls);
        GroupSamples.all().forEach((api, sample) -> samples.put(api, sample::apply));
    }

    /** A request of that API; an API without a sample fails the test that asks. */
    ApiMessage request(ApiKey api, int version, Subject subject) {
        Sample sample = samples.get(api);
        if (sample == null) {
            throw new AssertionError(api + " is served and has no sample request");
        }
        return sample.request(version, subject);
    }

    private static ApiMessage produce(int version, Subject subject) {
        var partition = new ProduceRequest.PartitionProduceData()
                .index(subject.partition())
                .records(WireBatch.now("value").records());
        return new ProduceRequest()
                .transactionalId(null)
                .acks((short) -1)
                .timeoutMs(TIMEOUT_MS)
                .topicData(List.of(new ProduceRequest.TopicProduceData()
                        .name(subject.topic())
                        .partitionData(List.of(partition))));
    }

    private static ApiMessage fetch(int version, Subject subject) {
        var topic = new FetchRequest.FetchTopic()
                .partitions(List.of(new FetchRequest.FetchPartition()
                        .partition(subject.partition())
                        .fetchOffset(subject.exists() ? 0 : -1)
                        .partitionMaxBytes(1 << 20)));
        topic = version < 13 ? topic.topic(subject.topic()) : topic.topicId(subject.topicId());
        return new FetchRequest().replicaId(-1).sessionEpoch(-1).topics(List.of(topic));
    }

    private static ApiMessage listOffsets(int version, Subject subject) {
        return new ListOffsetsRequest()
                .replicaId(-1)
                .topics(List.of(new ListOffsetsRequest.ListOffsetsTopic()
                        .name(subject.topic())
                        .partitions(List.of(new ListOffsetsRequest.ListOffsetsPartition()
                                .partitionIndex(subject.partition())
                                .maxNumOffsets(1)
                                .timestamp(-1)))));
    }

    private static ApiMessage deleteRecords(int version, Subject subject) {
        return new DeleteRecordsRequest()
                .timeoutMs(TIMEOUT_MS)
                .topics(List.of(new DeleteRecordsRequest.DeleteRecordsTopic()
                        .name(subject.topic())
                        .partitions(List.of(new DeleteRecordsRequest.DeleteRecordsPartition()
                                .partitionIndex(subject.partition())
                                .offset(-1)))));
    }

    private static ApiMessage metadata(int version, Subject subject) {
        return new MetadataRequest()
                .allowAutoTopicCreation(true)
                .topics(List.of(new MetadataRequest.MetadataRequestTopic().name(subject.topic())));
    }

    private static ApiMessage offsetForLeaderEpoch(int version, Subject subject) {
        var topic = new OffsetForLeaderEpochRequest.OffsetForLeaderTopic()
                .topic(subject.topic())
                .partitions(List.of(
                        new OffsetForLeaderEpochRequest.OffsetForLeaderPartition().partition(subject.partition())));
        return new OffsetForLeaderEpochRequest().replicaId(-1).topics(List.of(topic));
    }

    private static ApiMessage apiVersions(int version, Subject subject) {
        return version < 3
                ? new ApiVersionsRequest()
                : new ApiVersionsRequest()
                        .clientSoftwareName(subject.exists() ? "wire" : "?")
                        .clientSoftwareVersion("1");
    }

    private static ApiMessage findCoordinator(int version, Subject subject) {
        return version < 4
                ? new FindCoordinatorRequest().key(subject.topic())
                : new FindCoordinatorRequest().coordinatorKeys(List.of(subject.topic()));
    }

    private static ApiMessage initProducerId(int version, Subject subject) {
        return new InitProducerIdRequest()
                .transactionalId(subject.exists() ? null : "")
                .transactionTimeoutMs(TIMEOUT_MS);
    }

    private static ApiMessage createTopics(int version, Subject subject) {
        var topic = new CreateTopicsRequest.CreatableTopic()
                .name(subject.exists() ? "made-in-version-" + version : "no name!")
                .numPartitions(1)
                .replicationFactor((short) 1);
        return new CreateTopicsRequest().timeoutMs(TIMEOUT_MS).topics(List.of(topic));
    }

    private static ApiMessage deleteTopics(int version, Subject subject) {
        String name = subject.exists() ? "made-in-version-" + version : subject.topic();
        var request = new DeleteTopicsRequest().timeoutMs(TIMEOUT_MS);
        return version < 6
                ? request.topicNames(List.of(name))
                : request.topics(List.of(new DeleteTopicsRequest.DeleteTopicState().name(name)));
    }

    private static ApiMessage createPartitions(int version, Subject subject) {
        return new CreatePartitionsRequest()
                .timeoutMs(TIMEOUT_MS)
                .validateOnly(true)
                .topics(List.of(new CreatePartitionsRequest.CreatePartitionsTopic()
                        .name(subject.topic())
                        .count(9)
                        .assignments(null)));
    }

    private static ApiMessage describeConfigs(int version, Subject subject) {
        var resource = new DescribeConfigsRequest.DescribeConfigsResource()
                .resourceType(TOPIC)
                .resourceName(subject.topic())
                .configurationKeys(null);
        return new DescribeConfigsRequest()
                .resources(List.of(resource))
                .includeSynonyms(version >= 1)
                .includeDocumentation(version >= 3);
    }

    private static ApiMessage alterConfigs(int version, Subject subject) {
        return new AlterConfigsRequest()
                .resources(List.of(new AlterConfigsRequest.AlterConfigsResource()
                        .resourceType(TOPIC)
                        .resourceName(subject.topic())
                        .configs(List.of(new AlterConfigsRequest.AlterableConfig()
                                .name(RETENTION)
                                .value("-1")))));
    }

    private static ApiMessage incrementalAlterConfigs(int version, Subject subject) {
        return new IncrementalAlterConfigsRequest()
                .resources(List.of(new IncrementalAlterConfigsRequest.AlterConfigsResource()
                        .resourceType(TOPIC)
                        .resourceName(subject.topic())
                        .configs(List.of(new IncrementalAlterConfigsRequest.AlterableConfig()
                                .name(RETENTION)
                                .value("-1")))));
    }

    private static ApiMessage describeAcls(int version, Subject subject) {
        var request =
                new DescribeAclsRequest().resourceTypeFilter(ANY).operation(ANY).permissionType(ANY);
        return version < 1 ? request : request.patternTypeFilter(ANY);
    }

    private static ApiMessage createAcls(int version, Subject subject) {
        return new CreateAclsRequest()
                .creations(List.of(new CreateAclsRequest.AclCreation()
                        .resourceType(TOPIC)
                        .resourceName(subject.topic())
                        .principal("User:someone")
                        .host("*")
                        .operation((byte) 3)
                        .permissionType((byte) 3)));
    }

    private static ApiMessage deleteAcls(int version, Subject subject) {
        var filter = new DeleteAclsRequest.DeleteAclsFilter()
                .resourceTypeFilter(ANY)
                .operation(ANY)
                .permissionType(ANY);
        return new DeleteAclsRequest().filters(List.of(version < 1 ? filter : filter.patternTypeFilter(ANY)));
    }
}
