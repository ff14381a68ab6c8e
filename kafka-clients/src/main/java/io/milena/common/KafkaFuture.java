package io.milena.common;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What a call will have come to: a value, or why there is none. Thread-safe.
 *
 * <p>Functions given to it run on the thread that completes it, which is the event loop of its client, or on the
 * caller's if it is complete already; they must not block.
 *
 * @param <T> the value
 */
public final class KafkaFuture<T extends @Nullable Object> implements Future<T> {

    private final CompletableFuture<T> future;

    private KafkaFuture(CompletableFuture<T> future) {
        this.future = future;
    }

    /** Makes another value of a value. */
    @FunctionalInterface
    public interface BaseFunction<A extends @Nullable Object, B extends @Nullable Object> {

        B apply(A value);
    }

    /** Hears of a value, or of why there is none; the other one is null. */
    @FunctionalInterface
    public interface BiConsumer<A extends @Nullable Object, B extends @Nullable Object> {

        void accept(A value, B cause);
    }

    /** Completes when {@code future} does, and cancels it when it is cancelled. */
    public static <U extends @Nullable Object> KafkaFuture<U> of(CompletableFuture<U> future) {
        return new KafkaFuture<>(future);
    }

    /** One that has its value already. */
    public static <U extends @Nullable Object> KafkaFuture<U> completedFuture(U value) {
        return of(CompletableFuture.completedFuture(value));
    }

    /** Completes when all of {@code futures} have; with the failure of one of them if any has failed. */
    public static KafkaFuture<Void> allOf(KafkaFuture<?>... futures) {
        var all = new CompletableFuture<?>[futures.length];
        for (int i = 0; i < futures.length; i++) {
            all[i] = futures[i].future;
        }
        return of(CompletableFuture.allOf(all));
    }

    /** The same as a stage of the JDK; completing the stage does not complete this one. */
    public CompletionStage<T> toCompletionStage() {
        return future.copy();
    }

    /** Completes with what {@code function} makes of the value; with what it throws, or with this one's failure. */
    public <R extends @Nullable Object> KafkaFuture<R> thenApply(BaseFunction<? super T, ? extends R> function) {
        return of(future.thenApply(function::apply));
    }

    /** Tells {@code action} of the end of this one. Completes as this one does, once it has been told. */
    public KafkaFuture<T> whenComplete(BiConsumer<? super @Nullable T, ? super @Nullable Throwable> action) {
        return of(future.whenComplete((value, cause) -> action.accept(value, bare(cause))));
    }

    private static @Nullable Throwable bare(@Nullable Throwable cause) {
        return cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
    }

    /**
     * Gives the value up. What has been asked of a broker is done nevertheless.
     *
     * @param mayInterruptIfRunning without effect: no thread is interrupted
     */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return future.cancel(false);
    }

    /**
     * Waits for the value.
     *
     * @throws ExecutionException with the failure as its cause
     */
    @Override
    public T get() throws InterruptedException, ExecutionException {
        return future.get();
    }

    /**
     * Waits for the value, so long.
     *
     * @throws ExecutionException with the failure as its cause
     * @throws TimeoutException if there is neither by then
     */
    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(timeout, unit);
    }

    /**
     * The value, or {@code valueIfAbsent} while there is none.
     *
     * @throws ExecutionException with the failure as its cause
     */
    public T getNow(T valueIfAbsent) throws ExecutionException {
        try {
            return future.getNow(valueIfAbsent);
        } catch (CompletionException e) {
            throw new ExecutionException(bare(e));
        }
    }

    @Override
    public boolean isCancelled() {
        return future.isCancelled() || bareFailure() instanceof CancellationException;
    }

    private @Nullable Throwable bareFailure() {
        if (!future.isCompletedExceptionally()) {
            return null;
        }
        try {
            future.join();
            return null;
        } catch (CompletionException | CancellationException e) {
            return bare(e);
        }
    }

    public boolean isCompletedExceptionally() {
        return future.isCompletedExceptionally();
    }

    @Override
    public boolean isDone() {
        return future.isDone();
    }

    @Override
    public String toString() {
        return future.toString();
    }
}
