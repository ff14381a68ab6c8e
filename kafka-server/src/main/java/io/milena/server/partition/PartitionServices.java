package io.milena.server.partition;

import io.milena.common.BrokerId;
import io.milena.common.time.Time;

/**
 * What every partition is given by the composition root.
 *
 * @param self this broker
 * @param time the clocks
 * @param proposals how a leader asks for another in-sync set
 * @param metrics where is counted
 */
public record PartitionServices(BrokerId self, Time time, InSyncProposals proposals, PartitionMetrics metrics) {}
