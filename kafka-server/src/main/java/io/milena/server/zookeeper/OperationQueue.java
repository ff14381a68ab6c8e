package io.milena.server.zookeeper;

import io.milena.common.time.Scheduler;
import io.milena.common.time.Time;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * The operations that callers gave to a session and that are not answered. At most {@link #MAX_IN_FLIGHT} are with the
 * client, so that a start on many partitions does not queue them all twice; the others wait here in order, and so do
 * those whose connection broke, until the session is connected again or over.
 *
 * <p>Thread-safe: callers and the client's event threads meet under one lock. Futures complete on the lane.
 *
 * @param <C> the client, which only senders look into
 */
final class OperationQueue<C> {

    /** Operations given to the client and not answered; enough to fill any connection. */
    private static final int MAX_IN_FLIGHT = 1_000;

    /** Operations that may wait for a connection; beyond, they are refused. */
    private static final int MAX_WAITING = 1_000_000;

    private final Scheduler lane;
    private final Time time;
    private final LongConsumer onAnswered;

    private final Object lock = new Object();
    private final NavigableMap<Long, Operation<?>> waiting = new TreeMap<>();
    /** The client of the session that was connected last; null once that session is over. */
    private @Nullable C client;

    /** Whether operations go to the client: from the news of a connection to the first loss on it. */
    private boolean sending;

    private boolean closed;
    private long nextNumber;
    private int inFlight;

    /** {@code onAnswered} hears how many nanoseconds each operation took, from call to answer; it must not block. */
    OperationQueue(Scheduler lane, Time time, LongConsumer onAnswered) {
        this.lane = lane;
        this.time = time;
        this.onAnswered = onAnswered;
    }

    /** Has {@code sender} give an operation on {@code path} to the client when its turn comes. */
    <T extends @Nullable Object> CompletableFuture<T> submit(String path, Sender<C, T> sender) {
        synchronized (lock) {
            if (closed || waiting.size() >= MAX_WAITING) {
                String why = closed ? "the session is closed" : waiting.size() + " operations wait already";
                return CompletableFuture.failedFuture(new ZkException(ZkCode.SESSION_ENDED, path + ": " + why));
            }
            var operation = new Operation<T>(nextNumber++, path, sender);
            waiting.put(operation.number, operation);
            sendWaiting();
            return operation.future;
        }
    }

    /** The session of {@code connected} has a connection. */
    void connected(C connected) {
        synchronized (lock) {
            client = connected;
            sending = true;
            sendWaiting();
        }
    }

    /** The connection broke; operations wait for the next one. */
    void disconnected() {
        synchronized (lock) {
            sending = false;
        }
    }

    /** The session is over: what waits fails, and what comes from now on waits for the next session. */
    void sessionEnded() {
        List<Operation<?>> abandoned;
        synchronized (lock) {
            client = null;
            sending = false;
            abandoned = List.copyOf(waiting.values());
            waiting.clear();
        }
        abandoned.forEach(Operation::abandon);
    }

    /** There is no next session: what waits fails, and what comes from now on too. */
    void close() {
        synchronized (lock) {
            closed = true;
        }
        sessionEnded();
    }

    /** The lock is held. */
    private void sendWaiting() {
        C present = client;
        while (present != null && sending && inFlight < MAX_IN_FLIGHT && !waiting.isEmpty()) {
            inFlight++;
            waiting.pollFirstEntry().getValue().send(present);
        }
    }

    /** Gives one operation to the client. */
    interface Sender<C, T extends @Nullable Object> {
        void send(C client, Answer<T> answer);
    }

    /** Where the client's answer to one operation goes, on its event thread. */
    interface Answer<T extends @Nullable Object> {

        /** The client's result code, and its value where that is OK. */
        void arrived(int rc, @Nullable T value);

        /** One operation of a multi made it fail. */
        void refused(ZkException failure);
    }

    /** One operation of a caller. */
    private final class Operation<T extends @Nullable Object> implements Answer<T> {

        private final long number;
        private final String path;
        private final Sender<C, T> sender;
        private final long givenNanos = time.nanos();
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private @Nullable C sentTo;

        Operation(long number, String path, Sender<C, T> sender) {
            this.number = number;
            this.path = path;
            this.sender = sender;
        }

        /** The lock is held. */
        void send(C present) {
            sentTo = present;
            try {
                sender.send(present, this);
            } catch (IllegalArgumentException e) {
                inFlight--;
                fail(new ZkException(ZkCode.OTHER, path + ": " + e.getMessage()));
            }
        }

        @Override
        public void arrived(int rc, @Nullable T value) {
            Code code = Code.get(rc);
            if (code == Code.CONNECTIONLOSS && waitsAgain()) {
                return;
            }
            if (code == Code.OK) {
                onAnswered.accept(time.nanos() - givenNanos);
                lane.execute(() -> future.complete(value));
            } else {
                fail(new ZkException(ZkAnswers.code(code), path));
            }
            next();
        }

        @Override
        public void refused(ZkException failure) {
            fail(failure);
            next();
        }

        private void next() {
            synchronized (lock) {
                inFlight--;
                sendWaiting();
            }
        }

        /** Whether it is given again on the next connection of its session, which lives on. */
        private boolean waitsAgain() {
            synchronized (lock) {
                if (closed || sentTo != client) {
                    return false;
                }
                inFlight--;
                sending = false;
                waiting.put(number, this);
                return true;
            }
        }

        void abandon() {
            fail(new ZkException(ZkCode.SESSION_ENDED, path));
        }

        private void fail(ZkException failure) {
            onAnswered.accept(time.nanos() - givenNanos);
            lane.execute(() -> future.completeExceptionally(failure));
        }
    }
}
