package io.milena.clients.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds the answers to requests of one kind, and the loop with them, until they are released. Thread-safe. */
final class HeldAnswers implements FakeCluster.Trouble {

    private final ApiKey held;
    private final CountDownLatch met = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    HeldAnswers(ApiKey held) {
        this.held = held;
    }

    /** Whether there was such a request. */
    boolean isMet() {
        return met.getCount() == 0;
    }

    void release() {
        released.countDown();
    }

    @Override
    public @Nullable ApiMessage meet(ApiKey api, Supplier<@Nullable ApiMessage> broker) {
        if (api == held) {
            met.countDown();
            try {
                assertThat(released.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return broker.get();
    }
}
