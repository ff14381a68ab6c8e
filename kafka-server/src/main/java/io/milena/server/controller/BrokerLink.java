package io.milena.server.controller;

import io.milena.common.TopicPartition;
import io.milena.common.Uuid;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.PartitionImage;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * Carries the controller's decisions to one broker: what LeaderAndIsr, StopReplica and UpdateMetadata are on the wire.
 *
 * <p>Called on the controller's lane; does not block. Each call is answered exactly once, on any thread, also when the
 * broker goes away, and calls take effect in the order in which they were made.
 */
public interface BrokerLink {

    /**
     * LeaderAndIsr: the broker leads or follows each partition, as its state says. Answers with the partitions for
     * which it could not, and why; empty when all is well.
     */
    void assign(Roles roles, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone);

    /** StopReplica: the broker stops holding partitions. Answers with those for which it could not, and why. */
    void stop(Stops stops, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone);

    /** UpdateMetadata: the cluster looks like this now. */
    void publish(ClusterImage image, int controllerEpoch, Runnable whenDone);

    /**
     * Partitions that a broker is to lead or follow. Immutable.
     *
     * @param controllerId broker id of the sender
     * @param controllerEpoch its term; a broker refuses what comes from an earlier one
     * @param brokerEpoch the registration that is meant; another incarnation of the broker refuses it
     * @param partitions the partitions and their states
     */
    record Roles(int controllerId, int controllerEpoch, long brokerEpoch, List<Role> partitions) {
        public Roles {
            partitions = List.copyOf(partitions);
        }
    }

    /** Whether the broker was given its replica by an earlier order, or has it to make. */
    enum Copy {
        NEW,
        HELD
    }

    /** A partition, and who leads and holds it. */
    record Role(String topic, Uuid topicId, PartitionImage state, Copy copy) {
        public TopicPartition topicPartition() {
            return new TopicPartition(topic, state.partition());
        }
    }

    /**
     * Partitions that a broker is to stop holding. Immutable.
     *
     * @param controllerId broker id of the sender
     * @param controllerEpoch its term
     * @param brokerEpoch the registration that is meant
     * @param partitions the partitions and their last leader epochs
     * @param data what becomes of their logs
     */
    record Stops(int controllerId, int controllerEpoch, long brokerEpoch, List<Role> partitions, Data data) {
        public Stops {
            partitions = List.copyOf(partitions);
        }
    }

    /** What becomes of the log of a partition that a broker stops holding. */
    enum Data {
        KEPT,
        DELETED
    }

    /** Makes links. Owned by the composition root: it knows which broker is the local one. */
    interface Links {

        /** The link to a broker, for this registration of it. */
        BrokerLink to(BrokerImage broker);

        /** That registration is over; its link is used no more. */
        void over(BrokerImage broker);
    }
}
