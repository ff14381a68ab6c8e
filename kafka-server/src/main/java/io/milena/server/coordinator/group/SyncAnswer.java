package io.milena.server.coordinator.group;

import io.milena.common.errors.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@link SyncAsk}.
 *
 * @param protocolType null if there is an error
 * @param protocol null if there is an error
 * @param assignment the member's share; empty if there is an error. Nobody changes it
 */
public record SyncAnswer(
        ErrorCode error,
        @Nullable String protocolType,
        @Nullable String protocol,
        byte[] assignment) {

    static final byte[] NO_ASSIGNMENT = new byte[0];

    public static SyncAnswer refused(ErrorCode error) {
        return new SyncAnswer(error, null, null, NO_ASSIGNMENT);
    }
}
