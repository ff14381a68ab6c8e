package io.milena.clients.producer;

import io.milena.clients.Brokers;
import io.milena.clients.ClusterMetadata;
import io.milena.common.Randomness;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;

/** What a sender stands on: the connections, the picture of the cluster, its event loop, clocks and chance. */
record Floor(Brokers brokers, ClusterMetadata metadata, Scheduler loop, Time time, Randomness randomness) {}
