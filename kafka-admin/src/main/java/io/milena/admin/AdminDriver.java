package io.milena.admin;

import io.milena.clients.Brokers;
import io.milena.clients.ClusterMetadata;
import io.milena.common.KafkaException;
import io.milena.common.Randomness;
import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import io.milena.protocol.ApiMessage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings calls to the brokers that can answer them: waits until such a broker is known, sends, tries again what may
 * succeed, and ends each call once, by its deadline at the latest.
 *
 * <p>Confined to the admin's event loop.
 */
final class AdminDriver {

    private final Brokers brokers;
    private final ClusterMetadata metadata;
    private final Scheduler scheduler;
    private final Time time;
    private final Randomness randomness;
    private final AdminTerms terms;
    private final Set<OngoingCall<?>> ongoing = new LinkedHashSet<>();
    private @Nullable KafkaException trouble;
    private @Nullable Runnable quiet;

    AdminDriver(
            Brokers brokers,
            ClusterMetadata metadata,
            Scheduler scheduler,
            Time time,
            Randomness randomness,
            AdminTerms terms) {
        this.brokers = brokers;
        this.metadata = metadata;
        this.scheduler = scheduler;
        this.time = time;
        this.randomness = randomness;
        this.terms = terms;
        metadata.onChange(view -> viewChanged());
        metadata.onFailure(cause -> trouble = cause);
    }

    /**
     * Begins a call; it ends by one of its own methods being called.
     *
     * @param timeoutMs from now to its end at most; null for the admin's own
     */
    <A extends ApiMessage> void begin(AdminCall<A> call, @Nullable Integer timeoutMs) {
        if (quiet != null) {
            call.failed(closed(call));
            return;
        }
        var begun = new OngoingCall<>(this, call, timeoutMs == null ? terms.apiTimeoutMs() : timeoutMs);
        ongoing.add(begun);
        begun.begin();
    }

    /** Why a call does not begin. */
    static IllegalStateException closed(AdminCall<?> call) {
        return new IllegalStateException(call.name() + ": the admin client is closed");
    }

    private void viewChanged() {
        trouble = null;
        List.copyOf(ongoing).forEach(OngoingCall::brokersKnown);
    }

    /** No call begins any more; {@code whenQuiet} runs when the last one has ended. */
    void close(Runnable whenQuiet) {
        quiet = whenQuiet;
        runWhenQuiet();
    }

    /** Ends what has not ended, as a failure. */
    void failAll(KafkaException cause) {
        List.copyOf(ongoing).forEach(call -> call.fail(cause));
    }

    void ended(OngoingCall<?> call) {
        ongoing.remove(call);
        runWhenQuiet();
    }

    private void runWhenQuiet() {
        if (quiet != null && ongoing.isEmpty()) {
            quiet.run();
        }
    }

    Brokers brokers() {
        return brokers;
    }

    ClusterMetadata metadata() {
        return metadata;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Time time() {
        return time;
    }

    AdminTerms terms() {
        return terms;
    }

    /** Milliseconds to wait after so many tries. */
    long backoffMs(int tries) {
        return terms.backoff().delayMs(tries, randomness);
    }

    /** Why no picture of the cluster could be got; null if one was. */
    @Nullable
    KafkaException trouble() {
        return trouble;
    }
}
