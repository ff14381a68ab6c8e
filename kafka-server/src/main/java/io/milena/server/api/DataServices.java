package io.milena.server.api;

/**
 * What the handlers of the data path are given by the composition root.
 *
 * @param producerIds where producer ids come from
 * @param finalizedFeaturesEpoch version of the cluster's feature record; -1 below inter-broker protocol 2.7
 */
public record DataServices(ProducerIds producerIds, long finalizedFeaturesEpoch) {}
