package io.milena.admin;

/** How {@code Admin.deleteTopics} goes about it. Not thread-safe. */
public final class DeleteTopicsOptions extends AbstractOptions<DeleteTopicsOptions> {

    private boolean retryOnQuotaViolation = true;

    /** Whether what a quota refuses is tried again until the time is over; true by default. */
    public DeleteTopicsOptions retryOnQuotaViolation(boolean retryOnQuotaViolation) {
        this.retryOnQuotaViolation = retryOnQuotaViolation;
        return this;
    }

    public boolean shouldRetryOnQuotaViolation() {
        return retryOnQuotaViolation;
    }
}
