package io.milena.server.coordinator.group;

/**
 * The client behind a member, as descriptions of the group show it.
 *
 * @param id client id, may be empty
 * @param host its address, as in {@code /127.0.0.1}
 */
public record ClientRef(String id, String host) {}
