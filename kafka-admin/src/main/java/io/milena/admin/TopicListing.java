package io.milena.admin;

import io.milena.common.Uuid;

/**
 * One topic in a list. Immutable.
 *
 * @param topicId {@link Uuid#ZERO} where brokers do not tell
 * @param isInternal whether the cluster keeps it for itself
 */
public record TopicListing(String name, Uuid topicId, boolean isInternal) {}
