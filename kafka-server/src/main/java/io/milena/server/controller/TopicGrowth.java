package io.milena.server.controller;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Partitions that a client wants to add to a topic. Immutable.
 *
 * @param topic its name
 * @param count how many partitions it shall have in all, the present ones included
 * @param assignments broker ids of each additional partition, chosen by the client; null to let the controller choose
 */
public record TopicGrowth(String topic, int count, @Nullable List<List<Integer>> assignments) {}
