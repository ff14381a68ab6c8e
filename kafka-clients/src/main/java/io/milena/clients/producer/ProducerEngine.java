package io.milena.clients.producer;

import io.milena.clients.BrokersListener;
import io.milena.clients.ClusterView;
import io.milena.clients.consumer.ConsumerGroupMetadata;
import io.milena.clients.consumer.OffsetAndMetadata;
import io.milena.common.KafkaException;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ApiException;
import io.milena.common.errors.TimeoutException;
import io.milena.common.header.Header;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of a producer but what it shows: from a record's bytes to their acknowledgement, flushes, transactions and
 * the end. Makes no threads; {@link KafkaProducer} gives it its event loop. Thread-safe.
 */
final class ProducerEngine {

    private static final Logger log = LoggerFactory.getLogger(ProducerEngine.class);

    private final ProducerTerms terms;
    private final Floor floor;
    private final BooleanSupplier onLoop;
    private final RecordPool pool;
    private final BatchSealer sealer;
    private final Accumulator accumulator;
    private final TopicWaits waits;
    private final ProducerMetrics metrics;
    private final Sender sender;
    private final Idempotence idempotence;
    private final @Nullable TransactionFlow transactions;
    private final @Nullable IdGate ids;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean closed;
    private volatile boolean isGivenUp;

    /** @param onLoop whether the calling thread is that of the event loop */
    ProducerEngine(
            ProducerTerms terms,
            Floor floor,
            ByteBufAllocator allocator,
            ProducerMetrics metrics,
            BooleanSupplier onLoop) {
        this.terms = terms;
        this.metrics = metrics;
        this.floor = floor;
        this.onLoop = onLoop;
        pool = new RecordPool(terms.bufferBytes(), terms.batches().batchBytes(), allocator, this::wake);
        sealer = new BatchSealer(terms.batches().compression(), allocator, pool);
        accumulator = new Accumulator(
                terms.batches(),
                pool,
                sealer,
                new Accumulator.Clocks(floor.time(), floor.randomness()),
                queue -> sender().ready(queue));
        waits = new TopicWaits(floor.metadata(), accumulator, floor.time());
        idempotence = new Idempotence(terms.sending().transactionalId() != null);
        transactions = newTransactions();
        ids = transactions == null ? new IdGate(terms.sending(), floor, idempotence) : null;
        sender = newSender(allocator);
        floor.metadata().onChange(view -> sender.wake());
    }

    private Sender sender() {
        return sender;
    }

    private void wake() {
        sender.wake();
    }

    private @Nullable TransactionFlow newTransactions() {
        String id = terms.sending().transactionalId();
        if (id == null) {
            return null;
        }
        return new TransactionFlow(
                new TransactionFlow.Terms(
                        terms.sending(),
                        terms.transactionTimeoutMs(),
                        () -> !accumulator.incomplete().isEmpty()),
                new TransactionState(id, idempotence),
                floor,
                idempotence);
    }

    private Sender newSender(ByteBufAllocator allocator) {
        Gate gate = transactions != null ? transactions : ids;
        var parts = new Deliveries.Parts(
                idempotence,
                gate,
                new Endings(accumulator.incomplete()),
                new BatchSplitter(pool, sealer, allocator),
                metrics);
        var made = new Sender(terms.sending(), floor, accumulator, pool, new Deliveries(terms.sending(), floor, parts));
        if (ids != null) {
            ids.connect(made::wake, made::abortWaiting);
        }
        if (transactions != null) {
            transactions.connect(made::wake, made::abortWaiting);
        }
        return made;
    }

    /** Is to hear of connections. */
    BrokersListener connections() {
        return sender;
    }

    // ---- records

    /** Queues of a topic, whether it is known or not. */
    TopicQueues topic(String name) {
        return accumulator.topic(name);
    }

    /**
     * Waits until {@code topic} is known and has {@code partition}; see {@link TopicWaits#await}.
     *
     * @param partition -1 for any
     * @return what is left of {@code max.block.ms}, in nanoseconds
     */
    long awaitTopic(TopicQueues topic, int partition) throws InterruptedException {
        ClusterView.Topic known = topic.known();
        return known != null && partition < known.partitions().size()
                ? terms.maxBlockNanos()
                : waits.await(topic, partition, terms.maxBlockNanos());
    }

    /** See {@link Accumulator#append}. */
    boolean append(
            PartitionQueue queue,
            RecordFuture record,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Header @Nullable [] headers,
            long maxWaitNanos)
            throws InterruptedException {
        return accumulator.append(queue, record, key, value, headers, maxWaitNanos);
    }

    /** Whether the leader of a partition cannot be reached, and could not for longer than it may. */
    boolean isOutOfReach(ClusterView.Topic topic, int partition) {
        long longest = terms.partitioning().availabilityNanos();
        return longest > 0
                && sender.isOutOfReach(topic.partitions().get(partition).leader(), longest);
    }

    /** Why a record cannot be sent now; null if it can. */
    @Nullable
    RuntimeException refusalToSend() {
        if (closed) {
            return new IllegalStateException("the producer is closed");
        }
        return transactions == null ? null : transactions.refusalToSend();
    }

    /** A record was refused before it was in a batch: a transaction is not to be committed without it. */
    void recordFailed(ApiException cause) {
        TransactionFlow known = transactions;
        if (known != null) {
            floor.loop().execute(() -> known.recordFailed(cause));
        }
    }

    ProducerTerms terms() {
        return terms;
    }

    RecordPool pool() {
        return pool;
    }

    TopicWaits waits() {
        return waits;
    }

    /** Waits for every record that was sent before this call. */
    void flush() throws InterruptedException {
        if (onLoop.getAsBoolean()) {
            throw new KafkaException("flush() in a callback would wait for itself (expected: a thread of your own)");
        }
        long start = floor.time().nanos();
        sender.flushing();
        try {
            for (BatchResult result : List.copyOf(accumulator.incomplete())) {
                result.await();
            }
        } finally {
            sender.flushed();
            metrics.called(ProducerMetrics.Call.FLUSH, floor.time().nanos() - start);
        }
    }

    // ---- transactions

    void initTransactions() throws InterruptedException {
        call(TransactionFlow.Call.INIT, () -> flow().state().init());
    }

    void beginTransaction() throws InterruptedException {
        onLoop(() -> {
            flow().begin();
            return CompletableFuture.completedFuture(null);
        });
    }

    void sendOffsets(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group)
            throws InterruptedException {
        call(TransactionFlow.Call.SEND_OFFSETS, () -> flow().sendOffsets(offsets, group));
    }

    void commitTransaction() throws InterruptedException {
        call(TransactionFlow.Call.COMMIT, () -> flow().state().commit());
    }

    void abortTransaction() throws InterruptedException {
        call(TransactionFlow.Call.ABORT, () -> flow().state().abort());
    }

    private void call(TransactionFlow.Call call, Runnable begin) throws InterruptedException {
        if (onLoop.getAsBoolean()) {
            throw new KafkaException(call + " in a callback would wait for itself (expected: a thread of your own)");
        }
        onLoop(() -> flow().call(call, begin));
    }

    /** The transactions of a producer that has them. Of the event loop alone. */
    TransactionFlow transactions() {
        return flow();
    }

    private TransactionFlow flow() {
        TransactionFlow known = transactions;
        if (known == null) {
            throw new IllegalStateException(
                    "the producer has no transactions (expected: transactional.id in its configuration)");
        }
        return known;
    }

    /** Something that is done on the event loop and may take a while after that. */
    private interface Step {
        CompletableFuture<Void> run();
    }

    private void onLoop(Step step) throws InterruptedException {
        flow();
        if (closed) {
            throw new IllegalStateException("the producer is closed");
        }
        var done = new CompletableFuture<Void>();
        Runnable task = () -> run(step, done);
        if (onLoop.getAsBoolean()) {
            task.run();
        } else {
            floor.loop().execute(task);
        }
        try {
            doneOrEnded(done).get(terms.maxBlockNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw rethrown(e);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new TimeoutException(
                    "the coordinator has not answered within "
                            + TimeUnit.NANOSECONDS.toMillis(terms.maxBlockNanos())
                            + " ms (max.block.ms); the same call goes on waiting, and abortTransaction() may be called"
                            + " after it",
                    e);
        }
    }

    /** What is asked of an event loop that ends is not done. */
    private CompletableFuture<?> doneOrEnded(CompletableFuture<Void> done) {
        return CompletableFuture.anyOf(done, end);
    }

    private static void run(Step step, CompletableFuture<Void> done) {
        try {
            step.run().whenComplete((nothing, failure) -> {
                if (failure == null) {
                    done.complete(null);
                } else {
                    done.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    private static RuntimeException rethrown(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause instanceof RuntimeException known ? known : new KafkaException("a call failed", cause);
    }

    // ---- the end

    boolean isClosed() {
        return closed;
    }

    /**
     * Takes no more records, waits for those that were sent and aborts an open transaction, as long as it may; then
     * gives up the rest. On the event loop itself nothing is waited for. Of several threads that call this, the one
     * that waits the least decides. Does nothing once the rest is given up: each callback that hears of it may close.
     */
    void close(long maxWaitNanos) throws InterruptedException {
        if (isGivenUp) {
            return;
        }
        closed = true;
        accumulator.shut();
        pool.close();
        waits.close();
        try {
            if (onLoop.getAsBoolean()) {
                warnOfNoWait(maxWaitNanos);
            } else {
                long start = floor.time().nanos();
                sender.closing();
                awaitAll(maxWaitNanos);
                abortOpen(maxWaitNanos - (floor.time().nanos() - start));
            }
        } finally {
            abortRest();
        }
    }

    private static void warnOfNoWait(long maxWaitNanos) {
        if (maxWaitNanos > 0) {
            log.warn("close() in a callback gives up what is not acknowledged: it would wait for itself"
                    + " (expected: a thread of your own)");
        }
    }

    private void awaitAll(long maxWaitNanos) throws InterruptedException {
        long start = floor.time().nanos();
        for (BatchResult result : List.copyOf(accumulator.incomplete())) {
            long left = maxWaitNanos - (floor.time().nanos() - start);
            if (left <= 0 || !result.await(left)) {
                return;
            }
        }
    }

    /** No longer than a call of the application's would: the coordinator aborts what is too old by itself. */
    private void abortOpen(long maxWaitNanos) throws InterruptedException {
        TransactionFlow known = transactions;
        if (known == null || maxWaitNanos <= 0 || isGivenUp) {
            return;
        }
        var done = new CompletableFuture<Void>();
        floor.loop().execute(() -> run(known::abortOpen, done));
        try {
            doneOrEnded(done).get(Math.min(maxWaitNanos, terms.maxBlockNanos()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
            log.warn("the open transaction was not aborted; the coordinator will, after transaction.timeout.ms", e);
        }
    }

    /** In a task of its own, as a callback may close, and its batch may be one of an answer that is read. */
    private void abortRest() {
        isGivenUp = true;
        floor.loop().execute(() -> {
            sender.abortAll(new KafkaException("the producer was closed before the record was acknowledged"));
            end.completeExceptionally(new KafkaException("the producer was closed before the call was done"));
        });
    }

    /** After {@link #close}: waits until what is given up has been told of it, as long as it may. */
    void awaitAborted(long maxWaitNanos) throws InterruptedException {
        if (!onLoop.getAsBoolean()) {
            awaitAll(maxWaitNanos);
        }
    }

    /** Gives back what only the event loop may use: after the loop has ended, and every channel is closed. */
    void release() {
        pool.close();
        sealer.close();
    }
}
