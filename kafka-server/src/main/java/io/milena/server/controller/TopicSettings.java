package io.milena.server.controller;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the controller asks about the settings of topics. Called on the controller's lane; does not block. */
public interface TopicSettings {

    /** Why a topic may not have these settings of its own; empty when it may. */
    Optional<String> objection(Map<String, @Nullable String> configs);

    /** Whether a replica that is not in sync may lead this topic when no other lives. */
    boolean allowsUncleanElection(String topic);
}
