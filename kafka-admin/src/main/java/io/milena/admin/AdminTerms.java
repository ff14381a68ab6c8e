package io.milena.admin;

import io.milena.clients.Backoff;
import io.milena.clients.CommonSettings;
import io.milena.common.config.SettingValues;

/**
 * How long an admin tries. Immutable.
 *
 * @param apiTimeoutMs from a call to its end, where the call does not say otherwise
 * @param requestTimeoutMs for one broker to answer
 * @param retries further tries after the first, at most
 * @param backoff between two of them
 */
record AdminTerms(int apiTimeoutMs, int requestTimeoutMs, int retries, Backoff backoff) {

    static AdminTerms of(SettingValues values) {
        return new AdminTerms(
                values.get(AdminClientConfig.DEFAULT_API_TIMEOUT_MS),
                values.get(CommonSettings.REQUEST_TIMEOUT_MS),
                values.get(AdminClientConfig.RETRIES),
                new Backoff(
                        values.get(CommonSettings.RETRY_BACKOFF_MS), values.get(CommonSettings.RETRY_BACKOFF_MAX_MS)));
    }
}
