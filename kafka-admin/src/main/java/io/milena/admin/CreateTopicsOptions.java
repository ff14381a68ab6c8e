package io.milena.admin;

/** How {@link Admin#createTopics(java.util.Collection, CreateTopicsOptions)} goes about it. Not thread-safe. */
public final class CreateTopicsOptions extends AbstractOptions<CreateTopicsOptions> {

    private boolean validateOnly;

    /** Whether nothing is done but to say what would come of it; false by default. */
    public CreateTopicsOptions validateOnly(boolean validateOnly) {
        this.validateOnly = validateOnly;
        return this;
    }

    public boolean shouldValidateOnly() {
        return validateOnly;
    }

    private boolean retryOnQuotaViolation = true;

    /** Whether what a quota refuses is tried again until the time is over; true by default. */
    public CreateTopicsOptions retryOnQuotaViolation(boolean retryOnQuotaViolation) {
        this.retryOnQuotaViolation = retryOnQuotaViolation;
        return this;
    }

    public boolean shouldRetryOnQuotaViolation() {
        return retryOnQuotaViolation;
    }
}
