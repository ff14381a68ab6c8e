package io.milena.server.controller;

import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import io.milena.server.metadata.ClusterView;
import io.milena.server.metadata.PartitionImage;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;

/** Brokers that remember what the controller told them. Thread-safe. */
final class RecordingBrokers implements BrokerLink.Links {

    /** Each broker's newest state of each partition it was told about, by broker and partition. */
    final SortedMap<String, PartitionImage> roles = new ConcurrentSkipListMap<>();

    final SortedSet<String> deleted = new ConcurrentSkipListSet<>();
    final SortedSet<String> released = new ConcurrentSkipListSet<>();
    final ClusterView view = new ClusterView(ClusterImage.empty("none"));

    /** Whether answers to the order to delete say that it could not be done. */
    volatile boolean refuseDeletion;

    @Override
    public BrokerLink to(BrokerImage broker) {
        return new Link(broker.id());
    }

    @Override
    public void over(BrokerImage broker) {}

    /** The way to one broker. Thread-safe. */
    private final class Link implements BrokerLink {

        private final int broker;

        Link(int broker) {
            this.broker = broker;
        }

        @Override
        public void assign(Roles batch, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone) {
            batch.partitions().forEach(role -> roles.put(broker + ":" + role.topicPartition(), role.state()));
            whenDone.accept(Collections.emptySortedMap());
        }

        @Override
        public void stop(Stops batch, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone) {
            SortedMap<TopicPartition, ErrorCode> errors = new TreeMap<>();
            if (batch.data() == Data.KEPT) {
                batch.partitions().forEach(role -> released.add(broker + ":" + role.topicPartition()));
                whenDone.accept(errors);
                return;
            }
            for (Role role : batch.partitions()) {
                if (refuseDeletion) {
                    errors.put(role.topicPartition(), ErrorCode.KAFKA_STORAGE_ERROR);
                } else {
                    deleted.add(broker + ":" + role.topicPartition());
                }
            }
            whenDone.accept(errors);
        }

        @Override
        public void publish(ClusterImage image, int controllerEpoch, Runnable whenDone) {
            view.publish(image);
            whenDone.run();
        }
    }
}
