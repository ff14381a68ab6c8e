package io.milena.server.coordinator.group;

/** Heartbeat: a member is alive. */
public record MemberAsk(String groupId, GenerationRef from) {}
