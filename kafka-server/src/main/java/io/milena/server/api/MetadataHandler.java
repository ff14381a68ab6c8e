package io.milena.server.api;

import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.messages.MetadataRequest;
import io.milena.protocol.messages.MetadataRequest.MetadataRequestTopic;
import io.milena.protocol.messages.MetadataResponse;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseBroker;
import io.milena.protocol.messages.MetadataResponse.MetadataResponseTopic;
import io.milena.server.api.AdminServices.AutoCreation;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.EndpointImage;
import io.milena.server.metadata.TopicImage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Metadata (key 3): which brokers there are, and who leads the partitions of topics. Topics that do not exist are
 * created first where both sides want that, so that the answer already has their leaders.
 *
 * <pre>
 * v0  no topics named: all of them
 * v1  null: all of them, no topics named: none; rack, controller, internal topics
 * v2  cluster id
 * v4  the client says whether topics may be created
 * v5  offline replicas
 * v7  leader epochs
 * v8  authorized operations (KIP-430)
 * v9  flexible encoding
 * v10 topic ids in the answer (KIP-516)
 * v12 topics named by id
 * </pre>
 */
final class MetadataHandler implements ApiHandler<MetadataRequest, MetadataResponse> {

    private static final short FIRST_WITH_NULL_FOR_ALL = 1;
    private static final short FIRST_WITH_TOPIC_IDS = 10;
    private static final short FIRST_NAMED_BY_ID = 12;

    private final ClusterView cluster;
    private final AutoCreation autoCreation;
    private final TopicCreator creator;

    MetadataHandler(ClusterView cluster, AutoCreation autoCreation, TopicCreator creator) {
        this.cluster = cluster;
        this.autoCreation = autoCreation;
        this.creator = creator;
    }

    @Override
    public void handle(MetadataRequest request, Caller<MetadataResponse> caller) {
        List<MetadataRequestTopic> asked = request.topics();
        if (asked != null && isNamedByIdTooEarly(asked, caller.version())) {
            caller.reply(failed(request, ErrorCode.INVALID_REQUEST));
            return;
        }
        boolean creates = autoCreation == AutoCreation.ENABLED && request.allowAutoTopicCreation();
        Set<String> missing = creates ? missing(asked) : Set.of();
        if (missing.isEmpty()) {
            caller.reply(answer(request, caller, Map.of()));
            return;
        }
        creator.create(missing, outcomes -> caller.reply(answer(request, caller, outcomes)));
    }

    @Override
    public MetadataResponse failed(MetadataRequest request, ErrorCode error) {
        List<MetadataRequestTopic> asked = request.topics();
        List<MetadataResponseTopic> topics = asked == null
                ? List.of()
                : asked.stream().map(topic -> unknown(topic, error)).toList();
        return new MetadataResponse().topics(topics);
    }

    private static MetadataResponseTopic unknown(MetadataRequestTopic topic, ErrorCode error) {
        String name = topic.name();
        return new MetadataResponseTopic()
                .errorCode(error.code())
                .name(name == null ? "" : name)
                .topicId(topic.topicId());
    }

    private static boolean isNamedByIdTooEarly(List<MetadataRequestTopic> asked, short version) {
        return version >= FIRST_WITH_TOPIC_IDS
                && version < FIRST_NAMED_BY_ID
                && asked.stream().anyMatch(topic -> topic.name() == null || isById(topic));
    }

    private static boolean isById(MetadataRequestTopic topic) {
        return !topic.topicId().equals(Uuid.ZERO);
    }

    private Set<String> missing(@Nullable List<MetadataRequestTopic> asked) {
        if (asked == null) {
            return Set.of();
        }
        ClusterImage image = cluster.current();
        Set<String> missing = new TreeSet<>();
        for (MetadataRequestTopic topic : asked) {
            String name = topic.name();
            boolean wanted = name != null && !isById(topic) && !TopicImage.isInternal(name);
            if (wanted && image.topic(name) == null) {
                missing.add(name);
            }
        }
        return missing;
    }

    private MetadataResponse answer(
            MetadataRequest request, Caller<MetadataResponse> caller, Map<String, ErrorCode> creations) {
        ClusterImage image = cluster.current();
        var topics = new TopicMetadata(
                image, caller.peer().listener(), caller.version(), request.includeTopicAuthorizedOperations());
        return new MetadataResponse()
                .brokers(brokers(image, caller.peer().listener()))
                .clusterId(image.clusterId())
                .controllerId(image.controllerId())
                .topics(topics(request, caller.version(), image, topics, creations))
                .clusterAuthorizedOperations(
                        AuthorizedOperations.ofCluster(request.includeClusterAuthorizedOperations()));
    }

    /** Brokers that the caller can reach: those that have the listener it came in by. */
    static List<MetadataResponseBroker> brokers(ClusterImage image, String listener) {
        List<MetadataResponseBroker> brokers = new ArrayList<>();
        image.brokers().values().forEach(broker -> {
            EndpointImage endpoint = broker.endpoint(listener);
            if (endpoint != null) {
                brokers.add(new MetadataResponseBroker()
                        .nodeId(broker.id())
                        .host(endpoint.host())
                        .port(endpoint.port())
                        .rack(broker.rack()));
            }
        });
        return brokers;
    }

    private static List<MetadataResponseTopic> topics(
            MetadataRequest request,
            short version,
            ClusterImage image,
            TopicMetadata metadata,
            Map<String, ErrorCode> creations) {
        List<MetadataRequestTopic> asked = request.topics();
        boolean all = asked == null || (version < FIRST_WITH_NULL_FOR_ALL && asked.isEmpty());
        if (all) {
            return image.topics().values().stream().map(metadata::of).toList();
        }
        Map<Object, MetadataResponseTopic> once = new LinkedHashMap<>();
        for (MetadataRequestTopic topic : asked) {
            Object identity = isById(topic) ? topic.topicId() : String.valueOf(topic.name());
            once.computeIfAbsent(
                    identity,
                    key -> isById(topic) ? metadata.byId(topic.topicId()) : metadata.byName(topic.name(), creations));
        }
        return List.copyOf(once.values());
    }
}
