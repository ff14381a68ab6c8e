package io.milena.server.coordinator.group;

import java.util.List;

/**
 * JoinGroup: a member wants to be in the next generation of a group.
 *
 * @param member its id is empty if it is new
 * @param protocolType what kind of work the group shares, {@code consumer} for consumers
 * @param protocols what the member knows, in the order of its preference; nobody changes them
 */
public record JoinAsk(
        String groupId,
        MemberRef member,
        ClientRef client,
        MemberTimeouts timeouts,
        String protocolType,
        List<MemberProtocol> protocols,
        JoinManner manner) {}
