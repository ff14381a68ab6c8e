package io.milena.common.errors;

import org.jspecify.annotations.Nullable;

/** Error 30 of the protocol, GROUP_AUTHORIZATION_FAILED. */
public final class GroupAuthorizationException extends AuthorizationException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String group;

    public GroupAuthorizationException(String message, @Nullable String groupId) {
        super(message);
        group = groupId;
    }

    public GroupAuthorizationException(String message) {
        this(message, (String) null);
    }

    public GroupAuthorizationException(String message, Throwable cause) {
        super(message, cause);
        group = null;
    }

    public static GroupAuthorizationException forGroupId(String groupId) {
        return new GroupAuthorizationException("not authorized for group " + groupId, groupId);
    }

    /** That group; null if it is not known. */
    public @Nullable String groupId() {
        return group;
    }
}
