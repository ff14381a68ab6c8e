package io.milena.server;

import io.milena.common.BrokerId;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.server.controller.BrokerLink;
import io.milena.server.metadata.BrokerImage;
import io.milena.server.metadata.ClusterImage;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller's ways to brokers when it can order only the one it runs in: another broker is told nothing, and
 * answers nothing but that it cannot be reached.
 */
final class LocalLinks implements BrokerLink.Links {

    private static final Logger log = LoggerFactory.getLogger(LocalLinks.class);

    private final BrokerId self;
    private final BrokerLink local;

    LocalLinks(BrokerId self, BrokerLink local) {
        this.self = self;
        this.local = local;
    }

    @Override
    public BrokerLink to(BrokerImage broker) {
        if (broker.id() == self.value()) {
            return local;
        }
        log.warn("broker {} is in the cluster, but this version orders no other broker than its own", broker.id());
        return new Unreachable();
    }

    @Override
    public void over(BrokerImage broker) {
        // The link of this broker itself needs no end, and there is none to any other.
    }

    /** The way to a broker that cannot be reached. */
    private static final class Unreachable implements BrokerLink {

        @Override
        public void assign(Roles roles, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone) {
            whenDone.accept(LocalBrokerLink.allFailed(roles.partitions(), ErrorCode.BROKER_NOT_AVAILABLE));
        }

        @Override
        public void stop(Stops stops, Consumer<SortedMap<TopicPartition, ErrorCode>> whenDone) {
            whenDone.accept(LocalBrokerLink.allFailed(stops.partitions(), ErrorCode.BROKER_NOT_AVAILABLE));
        }

        @Override
        public void publish(ClusterImage image, int controllerEpoch, Runnable whenDone) {
            whenDone.run();
        }
    }
}
