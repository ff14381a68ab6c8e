package io.milena.server.api;

import io.milena.common.errors.ErrorCode;
import io.milena.common.time.Scheduler;
import io.milena.server.controller.Controller;
import io.milena.server.controller.ProducerIdRange;
import io.milena.server.coordinator.ProducerIds;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Hands out the producer ids of one block after the other, and fetches the next block from the controller when one is
 * used up. Thread-safe: its state is confined to its lane.
 */
public final class ProducerIdSupply implements ProducerIds {

    private record Waiting(LongConsumer onId, Consumer<ErrorCode> onError) {}

    private final Controller controller;
    private final Scheduler lane;
    private final int brokerId;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private long next;
    private long left;
    private boolean fetching;

    public ProducerIdSupply(Controller controller, Scheduler lane, int brokerId) {
        this.controller = controller;
        this.lane = lane;
        this.brokerId = brokerId;
    }

    @Override
    public void next(LongConsumer onId, Consumer<ErrorCode> onError) {
        lane.execute(() -> {
            waiting.add(new Waiting(onId, onError));
            serve();
        });
    }

    private void serve() {
        while (!waiting.isEmpty() && left > 0) {
            left--;
            waiting.remove().onId().accept(next++);
        }
        if (!waiting.isEmpty() && !fetching) {
            fetching = true;
            controller.allocateProducerIds(brokerId, this::blockCame, this::noBlockCame);
        }
    }

    private void blockCame(ProducerIdRange fresh) {
        lane.execute(() -> {
            fetching = false;
            next = fresh.first();
            left = fresh.count();
            serve();
        });
    }

    private void noBlockCame(ErrorCode error) {
        lane.execute(() -> {
            fetching = false;
            while (!waiting.isEmpty()) {
                waiting.remove().onError().accept(error);
            }
        });
    }
}
