package io.milena.server.partition;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.PartitionImage;
import io.milena.storage.Log;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a partition stands, as everyone may know it without its lock: one immutable value that is swapped whole.
 *
 * @param role of this broker's replica
 * @param topicId incarnation of the topic; {@link Uuid#ZERO} if it has no id
 * @param image what the controller said last
 * @param log the log; null while it is offline
 */
record Standing(
        ReplicaRole role,
        Uuid topicId,
        PartitionImage image,
        @Nullable Log log) {

    /** Of a partition of which nothing is known but its name. */
    static Standing unknown(TopicPartition name, Uuid topicId) {
        var nothing = new PartitionImage(
                name.partition(),
                PartitionImage.NO_LEADER,
                ReadSpan.NO_EPOCH,
                List.of(),
                List.of(),
                ReadSpan.NO_EPOCH,
                PartitionImage.Moves.NONE);
        return new Standing(ReplicaRole.OFFLINE, topicId, nothing, null);
    }

    boolean leads() {
        return role == ReplicaRole.LEADER;
    }

    /**
     * Whether a caller that believes in {@code callerEpoch} may use this replica; {@link ErrorCode#NONE} if so. Any
     * negative epoch is no opinion.
     */
    ErrorCode admits(int callerEpoch, Reach reach) {
        if (log == null) {
            return ErrorCode.KAFKA_STORAGE_ERROR;
        }
        boolean hasOpinion = callerEpoch >= 0;
        if (hasOpinion && callerEpoch < image.leaderEpoch()) {
            return ErrorCode.FENCED_LEADER_EPOCH;
        }
        if (hasOpinion && callerEpoch > image.leaderEpoch()) {
            return ErrorCode.UNKNOWN_LEADER_EPOCH;
        }
        return reach == Reach.LEADER_ONLY && !leads() ? ErrorCode.NOT_LEADER_OR_FOLLOWER : ErrorCode.NONE;
    }

    /** The log of a replica that {@link #admits} said yes to. */
    Log openLog() {
        if (log == null) {
            throw new IllegalStateException("the log is offline");
        }
        return log;
    }

    /** How many in-sync replicas a write with acks=all needs: no more than there are replicas at all. */
    int minInSync() {
        int configured = openLog().config().replication().minInSyncReplicas();
        return Math.min(configured, image.replicas().size());
    }

    boolean isUnderReplicated() {
        return leads() && image.isr().size() < image.replicas().size();
    }

    boolean isUnderMinInSync() {
        return leads() && image.isr().size() < minInSync();
    }

    boolean isAtMinInSync() {
        return leads() && image.isr().size() == minInSync();
    }

    boolean isReassigning() {
        return leads() && !image.moves().equals(PartitionImage.Moves.NONE);
    }

    /** For the log. */
    @Override
    public String toString() {
        return role + " in leader epoch " + image.leaderEpoch() + " of broker " + image.leader() + ", in sync "
                + image.isr();
    }
}
