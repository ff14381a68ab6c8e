package io.milena.server.coordinator.group;

/**
 * One of the protocols by which a member could be given its work, such as an assignor.
 *
 * @param name its name, by which the group agrees on one
 * @param metadata what the leader needs to know of the member if this one is chosen; nobody changes it
 */
public record MemberProtocol(String name, byte[] metadata) {}
