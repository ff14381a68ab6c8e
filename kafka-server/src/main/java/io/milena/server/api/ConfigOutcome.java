package io.milena.server.api;

import io.milena.common.config.ConfigException;
import io.milena.common.errors.ErrorCode;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What became of one change of settings.
 *
 * @param error NONE, or why it was not made
 * @param message what the caller should know; null without an error
 */
record ConfigOutcome(ErrorCode error, @Nullable String message) {

    private static final Logger log = LoggerFactory.getLogger(ConfigOutcome.class);

    static final ConfigOutcome DONE = new ConfigOutcome(ErrorCode.NONE, null);

    /** The outcome of a change that failed with {@code failure}, or went through when that is null. */
    static ConfigOutcome of(@Nullable Throwable failure) {
        if (failure == null) {
            return DONE;
        }
        Throwable bare =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (bare instanceof ConfigException) {
            return new ConfigOutcome(ErrorCode.INVALID_CONFIG, bare.getMessage());
        }
        log.error("settings cannot be changed", bare);
        return new ConfigOutcome(
                ErrorCode.UNKNOWN_SERVER_ERROR, "The settings cannot be changed: " + bare.getMessage());
    }
}
