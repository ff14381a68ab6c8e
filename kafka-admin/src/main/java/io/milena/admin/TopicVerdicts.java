package io.milena.admin;

import io.milena.common.errors.ApiException;
import io.milena.common.errors.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the controller's refusals of one answer mean: final for the topic, or worth a further try. Confined to the
 * admin's event loop.
 */
final class TopicVerdicts<K> {

    private final Answers<K, ?> answers;
    private final boolean retriesQuota;
    private @Nullable ApiException again;

    TopicVerdicts(Answers<K, ?> answers, boolean retriesQuota) {
        this.answers = answers;
        this.retriesQuota = retriesQuota;
    }

    void refused(K topic, ErrorCode error, @Nullable String message) {
        boolean passes = error == ErrorCode.NOT_CONTROLLER
                || error == ErrorCode.REQUEST_TIMED_OUT
                || error == ErrorCode.THROTTLING_QUOTA_EXCEEDED && retriesQuota;
        boolean isTold = message != null && !message.isEmpty();
        ApiException cause = error.exception(isTold ? message : null);
        if (passes) {
            again = cause;
        } else {
            answers.fail(topic, cause);
        }
    }

    /** Why something is left; empty if nothing is. What an answer does not mention has failed. */
    Optional<ApiException> left() {
        if (again == null) {
            answers.failOpen(ErrorCode.UNKNOWN_SERVER_ERROR.exception("the broker's answer does not mention it"));
        }
        return Optional.ofNullable(again);
    }
}
