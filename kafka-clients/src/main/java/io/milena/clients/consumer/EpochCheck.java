package io.milena.clients.consumer;

import io.milena.clients.ClusterMetadata;
import io.milena.clients.ClusterView;
import io.milena.clients.consumer.AssignedPartition.Phase;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.messages.OffsetForLeaderEpochRequest;
import io.milena.protocol.messages.OffsetForLeaderEpochResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices new leaders, and asks them whether their log still has what was read under an older one (KIP-320). On the
 * event loop, under the consumer's lock.
 *
 * <p>Noticing and asking are one look: nobody else would wake the workers for a partition that is to be asked for.
 */
final class EpochCheck implements Worker {

    private static final Logger log = LoggerFactory.getLogger(EpochCheck.class);

    /** The first version that consumers may use without leave to administer the cluster. */
    private static final int LOWEST = 3;

    private static final int HIGHEST = 4;
    private static final int CONSUMER = -1;
    private static final int UNDEFINED = -1;

    private final Subscription subscription;
    private final ClusterMetadata metadata;
    private final Asking asking;
    private final Problems problems;

    EpochCheck(Subscription subscription, ClusterMetadata metadata, Asking asking, Problems problems) {
        this.subscription = subscription;
        this.metadata = metadata;
        this.asking = asking;
        this.problems = problems;
    }

    /** A partition as it was when it was asked for. */
    private record Checked(AssignedPartition partition, int stamp) {

        boolean isWanted() {
            return partition.phase() == Phase.NEEDS_CHECK && partition.stamp() == stamp;
        }
    }

    @Override
    public long work(long nowNanos) {
        ClusterView view = metadata.view();
        Map<Node, Map<TopicPartition, Checked>> byLeader = new LinkedHashMap<>();
        long sleep = NO_HURRY;
        for (AssignedPartition partition : subscription.partitions()) {
            look(partition, view);
            if (partition.phase() != Phase.NEEDS_CHECK || !partition.mayAsk(nowNanos)) {
                continue;
            }
            Node leader = view.leaderOf(partition.id());
            if (leader == null) {
                metadata.refresh();
                sleep = asking.retrying().lookAgainNanos();
            } else {
                partition.asking();
                byLeader.computeIfAbsent(leader, added -> new LinkedHashMap<>())
                        .put(partition.id(), new Checked(partition, partition.stamp()));
            }
        }
        byLeader.forEach((leader, partitions) -> ask(view, leader, partitions));
        return sleep;
    }

    private static void look(AssignedPartition partition, ClusterView view) {
        ClusterView.Topic topic = view.topic(partition.id().topic());
        if (topic != null && partition.topicSeen(topic.id())) {
            log.warn(
                    "{} is of another topic of the same name now; going on at {}",
                    partition.id(),
                    partition.position());
        }
        ClusterView.Partition known = view.partition(partition.id());
        if (known != null) {
            partition.leaderEpochSeen(known.leaderEpoch());
        }
    }

    private void ask(ClusterView view, Node leader, Map<TopicPartition, Checked> partitions) {
        OffsetForLeaderEpochRequest request = request(view, partitions);
        asking.questions()
                .ask(
                        leader,
                        new Questions.Question(
                                ApiKey.OFFSET_FOR_LEADER_EPOCH,
                                LOWEST,
                                HIGHEST,
                                version -> request,
                                asking.retrying().retries().requestNanos()),
                        new Heard(partitions));
    }

    private static OffsetForLeaderEpochRequest request(ClusterView view, Map<TopicPartition, Checked> partitions) {
        Map<String, OffsetForLeaderEpochRequest.OffsetForLeaderTopic> byName = new LinkedHashMap<>();
        partitions.forEach((id, checked) -> {
            ClusterView.Partition known = view.partition(id);
            byName.computeIfAbsent(id.topic(), EpochCheck::topic)
                    .partitions()
                    .add(new OffsetForLeaderEpochRequest.OffsetForLeaderPartition()
                            .partition(id.partition())
                            .currentLeaderEpoch(known == null ? ClusterView.NO_EPOCH : known.leaderEpoch())
                            .leaderEpoch(checked.partition().positionEpoch()));
        });
        return new OffsetForLeaderEpochRequest().replicaId(CONSUMER).topics(new ArrayList<>(byName.values()));
    }

    private static OffsetForLeaderEpochRequest.OffsetForLeaderTopic topic(String name) {
        List<OffsetForLeaderEpochRequest.OffsetForLeaderPartition> none = new ArrayList<>();
        return new OffsetForLeaderEpochRequest.OffsetForLeaderTopic()
                .topic(name)
                .partitions(none);
    }

    /** Reads the answer. */
    private final class Heard implements Questions.Handler<OffsetForLeaderEpochResponse> {

        private final Map<TopicPartition, Checked> asked;

        Heard(Map<TopicPartition, Checked> asked) {
            this.asked = asked;
        }

        @Override
        public void answered(OffsetForLeaderEpochResponse answer, short version) {
            for (OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult topic : answer.topics()) {
                for (OffsetForLeaderEpochResponse.EpochEndOffset told : topic.partitions()) {
                    Checked checked = asked.remove(new TopicPartition(topic.topic(), told.partition()));
                    if (checked != null && checked.isWanted()) {
                        heard(checked.partition(), told);
                    }
                }
            }
            again();
        }

        private void heard(AssignedPartition partition, OffsetForLeaderEpochResponse.EpochEndOffset told) {
            ErrorCode error = ErrorCode.of(told.errorCode());
            if (error == ErrorCode.NONE) {
                partition.answered();
                compared(partition, told.leaderEpoch(), told.endOffset());
                return;
            }
            partition.failed(asking.retrying());
            if (error.isRetriable()) {
                metadata.refresh();
            } else {
                problems.add(error.exception("the epochs of " + partition.id() + " are not told: " + error));
            }
        }

        @Override
        public void failed(KafkaException cause) {
            if (cause instanceof UnsupportedVersionException) {
                // A broker this old tells nothing that could be checked.
                asked.values().forEach(checked -> checked.partition().agreed());
                return;
            }
            metadata.refresh();
            again();
        }

        private void again() {
            for (Checked checked : asked.values()) {
                if (checked.isWanted()) {
                    checked.partition().failed(asking.retrying());
                }
            }
        }
    }

    private void compared(AssignedPartition partition, int epoch, long endOffset) {
        boolean isUndefined = epoch == UNDEFINED || endOffset == UNDEFINED;
        if (!isUndefined && endOffset >= partition.position()) {
            partition.agreed();
            return;
        }
        if (subscription.defaultReset() == OffsetResetStrategy.NONE) {
            // Looked at again until the application does something about it, and told by poll: no line for each look.
            partition.failed(asking.retrying());
            problems.addOfPlace(truncation(partition, epoch, endOffset, isUndefined));
            return;
        }
        log.warn(
                "{} was truncated: epoch {} ends at offset {}, and the position is {}",
                partition.id(),
                epoch,
                endOffset,
                partition.position());
        if (isUndefined) {
            partition.resetNeeded(subscription.defaultReset());
        } else {
            partition.moved(endOffset, epoch);
        }
    }

    private static LogTruncationException truncation(
            AssignedPartition partition, int epoch, long endOffset, boolean isUndefined) {
        return new LogTruncationException(
                Map.of(partition.id(), partition.position()),
                isUndefined
                        ? Map.of()
                        : Map.of(partition.id(), new OffsetAndMetadata(endOffset, Positions.epoch(epoch), "")));
    }
}
