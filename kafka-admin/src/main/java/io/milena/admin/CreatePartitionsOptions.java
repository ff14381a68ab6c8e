package io.milena.admin;

/** How {@link Admin#createPartitions(java.util.Map, CreatePartitionsOptions)} goes about it. Not thread-safe. */
public final class CreatePartitionsOptions extends AbstractOptions<CreatePartitionsOptions> {

    private boolean validateOnly;

    /** Whether nothing is done but to say what would come of it; false by default. */
    public CreatePartitionsOptions validateOnly(boolean validateOnly) {
        this.validateOnly = validateOnly;
        return this;
    }

    public boolean validateOnly() {
        return validateOnly;
    }

    private boolean retryOnQuotaViolation = true;

    /** Whether what a quota refuses is tried again until the time is over; true by default. */
    public CreatePartitionsOptions retryOnQuotaViolation(boolean retryOnQuotaViolation) {
        this.retryOnQuotaViolation = retryOnQuotaViolation;
        return this;
    }

    public boolean shouldRetryOnQuotaViolation() {
        return retryOnQuotaViolation;
    }
}
