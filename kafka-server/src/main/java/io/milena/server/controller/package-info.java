/**
 * The controller: one broker of the cluster is elected and then decides which topics exist, who holds and who leads
 * their partitions, writes that to ZooKeeper, and tells the brokers.
 *
 * <p>Decisions are pure classes ({@code TopicCreation}, {@code TopicDeletion}, {@code PartitionGrowth}, {@code
 * LeaderElection}, {@code ReplicaPlacement}) over {@code ClusterState}; the shell runs on the lane of the ZooKeeper
 * session. Start reading at {@link io.milena.server.controller.Controller}.
 */
@NullMarked
package io.milena.server.controller;

import org.jspecify.annotations.NullMarked;
