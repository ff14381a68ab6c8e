package io.milena.admin;

import io.milena.clients.BrokerCall;
import io.milena.clients.BrokerCall.Expects;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.RetriableException;
import io.milena.common.errors.TimeoutException;
import io.milena.common.time.Scheduler.Timer;
import io.milena.protocol.ApiMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call between its beginning and its end: how often it was tried, and when its time is over.
 *
 * <pre>
 *   WAITING --- a broker is known ---> ASKING --- answered, or failed for good ---> ENDED
 *      ^                                  |                                           ^
 *      +--- the pause is over --- PAUSED <+ failed, may succeed                       |
 *                                                   from anywhere: the deadline ------+
 * </pre>
 *
 * <p>Confined to the admin's event loop.
 */
final class OngoingCall<A extends ApiMessage> implements BrokerCall.Reply<A> {

    private final AdminDriver driver;
    private final AdminCall<A> call;
    private final int timeoutMs;
    private final long deadlineNanos;
    private State state = State.WAITING;
    private int tries;
    private @Nullable KafkaException lastCause;
    private @Nullable Timer deadline;
    private @Nullable Timer pause;

    /** Where a call is. */
    private enum State {
        WAITING,
        ASKING,
        PAUSED,
        ENDED
    }

    OngoingCall(AdminDriver driver, AdminCall<A> call, int timeoutMs) {
        this.driver = driver;
        this.call = call;
        this.timeoutMs = timeoutMs;
        this.deadlineNanos = driver.time().nanos() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    }

    void begin() {
        deadline = driver.scheduler().after(Duration.ofMillis(timeoutMs), this::timedOut);
        ask();
    }

    /** The picture of the cluster is another one. */
    void brokersKnown() {
        if (state == State.WAITING) {
            ask();
        }
    }

    private void ask() {
        state = State.WAITING;
        Node node = call.route().choose(driver.metadata().view(), driver.brokers());
        if (node == null) {
            driver.metadata().refresh();
            return;
        }
        state = State.ASKING;
        tries++;
        long waitNanos = Math.min(
                leftNanos(), TimeUnit.MILLISECONDS.toNanos(driver.terms().requestTimeoutMs()));
        driver.brokers()
                .send(
                        node,
                        new BrokerCall<>(
                                call.api(),
                                call.versions(),
                                version -> call.request((short) version, brokersTimeoutMs()),
                                waitNanos,
                                Expects.ANSWER,
                                this));
    }

    private long leftNanos() {
        return Math.max(0, deadlineNanos - driver.time().nanos());
    }

    private int brokersTimeoutMs() {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(leftNanos());
        return (int) Math.min(leftMs, driver.terms().requestTimeoutMs());
    }

    @Override
    public void answered(A answer, short version, long roundTripNanos) {
        if (state != State.ASKING) {
            return;
        }
        Optional<ApiException> left = call.answered(answer);
        if (left.isPresent()) {
            tryAgain(left.get());
        } else {
            end();
        }
    }

    @Override
    public void failed(KafkaException cause) {
        if (state != State.ASKING) {
            return;
        }
        if (cause instanceof RetriableException) {
            tryAgain(cause);
        } else {
            fail(cause);
        }
    }

    private void tryAgain(KafkaException cause) {
        lastCause = cause;
        if (tries > driver.terms().retries()) {
            fail(cause);
            return;
        }
        state = State.PAUSED;
        driver.metadata().refresh();
        pause = driver.scheduler().after(Duration.ofMillis(driver.backoffMs(tries)), this::ask);
    }

    private void timedOut() {
        KafkaException cause = driver.trouble() != null ? driver.trouble() : lastCause;
        String where = state == State.WAITING ? ", waiting for " + call.route().goal() : "";
        String why = cause == null ? "" : ": " + cause.getMessage();
        fail(new TimeoutException(call.name() + " timed out after " + timeoutMs + " ms" + where + why));
    }

    /** Ends it, unless it has ended. */
    void fail(KafkaException cause) {
        if (state != State.ENDED) {
            call.failed(cause);
            end();
        }
    }

    private void end() {
        state = State.ENDED;
        cancel(deadline);
        cancel(pause);
        driver.ended(this);
    }

    private static void cancel(@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
