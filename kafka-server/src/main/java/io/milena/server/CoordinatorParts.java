package io.milena.server;

import com.codahale.metrics.MetricRegistry;
import io.milena.common.BrokerId;
import io.milena.common.Randomness;
import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.controller.Controller;
import io.milena.server.coordinator.CoordinatorConfig;
import io.milena.server.coordinator.Coordinators;
import io.milena.server.coordinator.ProducerIds;
import io.milena.server.coordinator.ShardServices;
import java.util.ArrayList;
import java.util.List;

/** Makes the coordinators and their threads. Stateless. */
final class CoordinatorParts {

    private CoordinatorParts() {}

    /** Coordinators on lanes of their own. */
    static Coordinators make(CoordinatorConfig config, ShardServices services, BrokerThreads threads, Wishes wishes) {
        List<Scheduler> groups = new ArrayList<>();
        for (int i = 0; i < config.groups().threads(); i++) {
            groups.add(threads.lane("groups-" + i));
        }
        var outside = new Coordinators.Outside(
                new ControllerTopicMaker(wishes.controller()),
                wishes.producerIds(),
                broker -> (partition, marker, reply) -> reply.give(ErrorCode.LEADER_NOT_AVAILABLE),
                wishes.self().value(),
                wishes.randomness(),
                wishes.registry());
        return new Coordinators(
                config, services, new Coordinators.Lanes(groups, threads.lane("transactions")), outside);
    }

    /**
     * What coordinators want of others.
     *
     * @param controller makes their topics
     * @param producerIds gives ids to transactional producers
     * @param self id of this broker
     * @param randomness for member ids
     * @param registry where their metrics are shown
     */
    record Wishes(
            Controller controller,
            ProducerIds producerIds,
            BrokerId self,
            Randomness randomness,
            MetricRegistry registry) {}
}
