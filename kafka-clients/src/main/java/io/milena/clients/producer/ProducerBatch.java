package io.milena.clients.producer;

import io.milena.common.Invariant;
import io.milena.common.header.Header;
import io.milena.record.BatchTerms;
import io.milena.record.RecordBatchFormat;
import io.milena.record.RecordEncoder;
import io.milena.record.compression.Codec;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * One batch, from its first record to its end.
 *
 * <pre>
 *   OPEN    takes records                       guarded by its queue
 *   CLOSED  is being compressed                 of the thread that claimed it alone, but for its end
 *   SEALED  waits, is out, or waits again       of the event loop alone
 * </pre>
 *
 * <p>A batch may come to its end while it is being compressed. What it holds is then released by whoever compresses it.
 */
final class ProducerBatch {

    /** Whose turn it is. */
    enum Stage {
        OPEN,
        CLOSED,
        SEALED
    }

    private static final RecordFuture[] NONE = {};
    private static final int FIRST_CALLBACKS = 16;

    private final BatchResult result;
    private final BatchIdentity identity = new BatchIdentity(0);
    private final RecordEncoder encoder;
    private final long createdNanos;
    private final long order;
    private final int firstIndex;
    private final int firstCallbacks;
    private volatile Stage stage = Stage.OPEN;
    private ByteBuf buffer;
    private Codec codec = Codec.NONE;
    private RecordFuture[] calledBack = NONE;
    private int calledBackCount;
    private boolean isClaimed;
    private boolean isReleased;
    private boolean isEnded;
    private int largestRecord;
    private int attempts;
    private long retryAtNanos;

    /**
     * A batch of its own.
     *
     * @param order grows with the batches of a partition
     * @param buffer whose one reference becomes the batch's
     * @param likelyCallbacks how many of its records may want to be called back
     */
    ProducerBatch(BatchResult result, long order, ByteBuf buffer, long createdNanos, int likelyCallbacks) {
        this.result = result;
        this.buffer = buffer;
        this.createdNanos = createdNanos;
        this.order = order;
        firstIndex = 0;
        firstCallbacks = Math.max(FIRST_CALLBACKS, likelyCallbacks);
        encoder = new RecordEncoder(buffer);
    }

    /** A part of {@code split}, from its record {@code first} on, in the same place of the order. */
    ProducerBatch(BatchResult result, ProducerBatch split, int first, ByteBuf buffer) {
        this.result = result;
        this.buffer = buffer;
        createdNanos = split.createdNanos;
        order = split.order;
        firstIndex = split.firstIndex + first;
        firstCallbacks = FIRST_CALLBACKS;
        attempts = split.attempts;
        encoder = new RecordEncoder(buffer);
    }

    /** Takes a record in; false if there is no room for it. */
    boolean append(RecordFuture record, byte @Nullable [] key, byte @Nullable [] value, Header @Nullable [] headers) {
        int bytes = encoder.append(record.timestamp(), key, value, headers);
        if (bytes == 0) {
            return false;
        }
        record.placed(result, encoder.recordCount() - 1);
        largestRecord = Math.max(largestRecord, bytes);
        if (record.callback() != null) {
            callBack(record);
        }
        return true;
    }

    /** Takes in a record of a batch that is split; false if there is no room for it. */
    boolean copy(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {
        int bytes = encoder.append(timestamp, key, value, headers);
        largestRecord = Math.max(largestRecord, bytes);
        return bytes > 0;
    }

    private void callBack(RecordFuture record) {
        if (calledBackCount == calledBack.length) {
            RecordFuture[] more = new RecordFuture[Math.max(firstCallbacks, calledBackCount * 2)];
            System.arraycopy(calledBack, 0, more, 0, calledBackCount);
            calledBack = more;
        }
        calledBack[calledBackCount++] = record;
    }

    /** Goes on in a larger buffer, whose one reference becomes the batch's. */
    void moveTo(ByteBuf larger) {
        encoder.moveTo(larger);
        buffer.release();
        buffer = larger;
    }

    /** Takes no more records. */
    void close() {
        Invariant.check(stage == Stage.OPEN, "a batch is closed once");
        identity.recordCount(encoder.recordCount());
        stage = Stage.CLOSED;
    }

    /** The calling thread compresses it, and says so when that is done: {@link #sealed}. */
    synchronized void claimed() {
        isClaimed = true;
    }

    /** Header and records as they are, for a compressor to read. */
    ByteBuf plain() {
        return encoder.finish();
    }

    /** What is sent is {@code records}, whose one reference becomes the batch's, in the place of what it held. */
    synchronized void sealed(ByteBuf records, Codec withCodec) {
        buffer = records;
        codec = withCodec;
        stage = Stage.SEALED;
        isClaimed = false;
        if (isReleased) {
            buffer.release();
        }
    }

    /** Writes the header that {@link #identity} asks for; the batch as it is to be sent. */
    ByteBuf addressed(int flags) {
        Invariant.check(stage == Stage.SEALED, "a batch that is sent is sealed");
        BatchTerms terms = identity.terms();
        encoder.writeHeader(buffer, codec, flags == 0 ? terms : terms.withFlags(flags));
        return buffer;
    }

    /**
     * Gives up the producer's reference of the buffer, at once or when it is not being compressed any more: a channel
     * may still have its own.
     */
    synchronized void release() {
        isReleased = true;
        if (!isClaimed) {
            buffer.release();
        }
    }

    /**
     * Has {@code part}, one of those that take this one's place, call back whose records are in it.
     *
     * @param first index of the part's first record among this batch's
     */
    void giveCallbacksTo(ProducerBatch part, int first, int count) {
        for (int i = 0; i < calledBackCount; i++) {
            int index = indexOf(calledBack[i]) - first;
            if (index >= 0 && index < count) {
                part.callBack(calledBack[i]);
            }
        }
    }

    /** Records whose applications want to be called back. */
    int calledBackCount() {
        return calledBackCount;
    }

    /** They are in the order of sending. */
    RecordFuture calledBack(int at) {
        return calledBack[at];
    }

    /** The index in this batch of a record that may have been given its own in a batch that was split. */
    int indexOf(RecordFuture record) {
        return record.index() - firstIndex;
    }

    /** Whether its records were sent before those of {@code other}, which is of the same partition. */
    boolean isBefore(ProducerBatch other) {
        return order != other.order ? order < other.order : firstIndex < other.firstIndex;
    }

    /** A request with it leaves. */
    void sent() {
        attempts++;
        identity.sent();
    }

    /** It is not to be sent before {@code atNanos}. */
    void retryAt(long atNanos) {
        retryAtNanos = atNanos;
    }

    /** Its records have been appended or have failed, of which they are told next. */
    void ended() {
        isEnded = true;
    }

    boolean isEnded() {
        return isEnded;
    }

    Stage stage() {
        return stage;
    }

    BatchResult result() {
        return result;
    }

    BatchIdentity identity() {
        return identity;
    }

    RecordEncoder encoder() {
        return encoder;
    }

    ByteBuf buffer() {
        return buffer;
    }

    Codec codec() {
        return codec;
    }

    long createdNanos() {
        return createdNanos;
    }

    int attempts() {
        return attempts;
    }

    long retryAtNanos() {
        return retryAtNanos;
    }

    int recordCount() {
        return encoder.recordCount();
    }

    int largestRecord() {
        return largestRecord;
    }

    /** What it takes in a request. */
    int sealedBytes() {
        return buffer.readableBytes();
    }

    /** What it would take in a request, if its records compress as others did. */
    float estimatedBytes(float ratio) {
        int records = encoder.uncompressedBytes() - RecordBatchFormat.HEADER_BYTES;
        return RecordBatchFormat.HEADER_BYTES + records * ratio;
    }
}
