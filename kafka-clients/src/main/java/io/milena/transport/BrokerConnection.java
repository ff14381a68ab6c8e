package io.milena.transport;

import io.milena.common.KafkaException;
import io.milena.common.errors.DisconnectException;
import io.milena.common.errors.TimeoutException;
import io.milena.common.errors.UnsupportedVersionException;
import io.milena.common.time.Scheduler;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.GatheringSink;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.RequestHeader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to one broker: requests leave in the order in which they are given, as many at once as are given, and
 * their outcomes come in that order. Ends at the first thing that goes wrong, and with it all that is in flight fails.
 *
 * <p>Records are never copied: they go from the message to the system as they are, and the transport holds references
 * of them until the system has taken them or the channel is closed. Outcomes are told after that, so whoever hears one
 * holds the only references there are, and needs no other sign that a buffer may be used again.
 *
 * <p>Confined to the event loop.
 */
public final class BrokerConnection {

    private static final Logger log = LoggerFactory.getLogger(BrokerConnection.class);

    /** No answer of a broker is larger; the buffers of answers grow with what arrives, so this reserves nothing. */
    static final int MAX_ANSWER_BYTES = 1 << 30;

    /** What is left of the system's words when nobody listens. */
    private static final String REFUSED = "Connection refused";

    private final ConnectionTerms terms;
    private final Peer peer;
    private final ConnectionListener listener;
    private final TrafficListener traffic;
    private final Channel channel;
    private final FrameDecoder decoder;
    private final InFlight inFlight = new InFlight();
    private final Runnable flush = this::flush;
    private ConnectionStage stage = ConnectionStage.CONNECTING;
    private @Nullable BrokerVersions versions;
    private @Nullable KafkaException cause;
    private Scheduler.Timer timer = () -> {};
    private long timerNanos;
    private boolean hasTimer;
    private boolean willFlush;
    private int nextCorrelationId;
    private long lastUsedNanos;

    BrokerConnection(
            ConnectionTerms terms, Peer peer, ConnectionListener listener, TrafficListener traffic, Channel channel) {
        this.terms = terms;
        this.peer = peer;
        this.listener = listener;
        this.traffic = traffic;
        this.channel = channel;
        this.decoder = new FrameDecoder(
                new ReceiveMemory(terms.loop().allocator(), terms.loop().memory()), MAX_ANSWER_BYTES);
        this.lastUsedNanos = now();
    }

    /** Whether a request given now leaves now. */
    public boolean isReady() {
        return stage == ConnectionStage.READY;
    }

    /** Requests that have left and have no outcome. */
    public int pending() {
        return inFlight.count();
    }

    /** What the broker understands; null before {@link #isReady}. */
    public @Nullable BrokerVersions versions() {
        return versions;
    }

    public Peer peer() {
        return peer;
    }

    /** For how long nothing has gone over this connection; 0 while an answer is due. */
    public long idleNanos() {
        return inFlight.count() > 0 ? 0 : now() - lastUsedNanos;
    }

    private long now() {
        return terms.loop().time().nanos();
    }

    /** Sends {@code request}, on a connection that is ready. Its outcome is told later, never before this returns. */
    public void send(Outgoing request) {
        BrokerVersions known = versions;
        if (known == null || stage != ConnectionStage.READY) {
            later(request, cause != null ? cause : new DisconnectException(peer + ": the connection is not open"));
            return;
        }
        try {
            write(request, known.choose(request.api(), request.versions(), peer.name()));
        } catch (KafkaException e) {
            later(request, e);
        }
    }

    private void later(Outgoing request, KafkaException why) {
        terms.loop().scheduler().execute(() -> request.failed(why));
    }

    private void write(Outgoing request, short version) {
        int correlationId = nextCorrelationId++;
        GatheringSink sink = gathered(request, version, correlationId);
        long bytes = sink.sizeBytes();
        var sent = new SentRequest(request, version, correlationId, now());
        lastUsedNanos = sent.leftNanos();
        inFlight.left(sent);
        List<ReferenceCounted> parts = sink.parts();
        for (int i = 0; i < parts.size() - 1; i++) {
            channel.write(bytesOf(parts.get(i)), channel.voidPromise());
        }
        channel.write(bytesOf(parts.get(parts.size() - 1))).addListener(done -> written(sent, done.cause()));
        traffic.requested((int) bytes);
        watch(sent.deadlineNanos());
        if (!willFlush) {
            willFlush = true;
            terms.loop().scheduler().execute(flush);
        }
    }

    private GatheringSink gathered(Outgoing request, short version, int correlationId) {
        var api = request.api();
        ApiMessage message = request.message(version);
        try {
            return GatheringSink.request(
                    terms.loop().allocator(),
                    RequestHeader.of(api, version, correlationId, terms.clientId()),
                    api.requestHeaderVersion(version),
                    message);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedVersionException(
                    peer.name() + ": version " + version + " of " + api.apiName() + " cannot carry the request", e);
        } catch (OutOfMemoryError e) {
            throw new KafkaException(peer.name() + ": no memory to write a " + api.apiName() + " request", e);
        } finally {
            message.release();
        }
    }

    /** The reference of the part becomes one of its bytes. */
    private static ByteBuf bytesOf(ReferenceCounted part) {
        return part instanceof RecordsBuffer records ? records.content() : (ByteBuf) part;
    }

    private void flush() {
        willFlush = false;
        channel.flush();
    }

    private void written(SentRequest sent, @Nullable Throwable failure) {
        if (failure == null) {
            sent.wasWritten();
            tellThoseWithoutAnswer();
        } else {
            // Not from within: the channel may be in the middle of giving up what is not written.
            terms.loop().scheduler().execute(() -> end(disconnected(failure)));
        }
    }

    private void tellThoseWithoutAnswer() {
        SentRequest done = inFlight.doneWithoutAnswer();
        while (done != null) {
            done.request().answered(Answers.none(done.request().api()), done.version(), now() - done.leftNanos());
            done = inFlight.doneWithoutAnswer();
        }
    }

    private void watch(long deadlineNanos) {
        if (!hasTimer || deadlineNanos - timerNanos < 0) {
            timer.cancel();
            hasTimer = true;
            timerNanos = deadlineNanos;
            timer = terms.loop().scheduler().after(Duration.ofNanos(deadlineNanos - now()), this::lookAtDeadlines);
        }
    }

    private void lookAtDeadlines() {
        hasTimer = false;
        long now = now();
        SentRequest overdue = inFlight.overdue(now);
        if (overdue != null) {
            long waitedMs = TimeUnit.NANOSECONDS.toMillis(overdue.request().timeoutNanos());
            end(new TimeoutException(peer + ": no answer to a " + overdue + " within " + waitedMs + " ms"));
            return;
        }
        Long next = inFlight.nextDeadlineNanos(now);
        if (next != null) {
            watch(next);
        }
    }

    // ---- what the channel tells

    /** Making the connection may take no longer than this. */
    void mayTake(long setupTimeoutMs) {
        timer = terms.loop().scheduler().after(Duration.ofMillis(setupTimeoutMs), () -> {
            if (stage == ConnectionStage.CONNECTING || stage == ConnectionStage.SECURING) {
                end(new DisconnectException(peer + ": no connection within " + setupTimeoutMs + " ms"));
            }
        });
    }

    /** The system has made, or not made, the connection. */
    void connected(ChannelFuture outcome) {
        if (outcome.isSuccess() && stage == ConnectionStage.CONNECTING) {
            moveTo(ConnectionStage.SECURING);
            terms.security().begin(channel.pipeline(), peer.address(), new Secured());
        } else if (!outcome.isSuccess()) {
            end(new DisconnectException(peer + ": " + messageOf(outcome.cause()), outcome.cause()));
        }
    }

    private void greet(short version) {
        var outcome = new Greeting.Outcome(this::greeted, this::greet, this::end);
        try {
            write(new Greeting(terms, outcome), version);
        } catch (KafkaException e) {
            end(e);
        }
    }

    private void greeted(BrokerVersions told) {
        versions = told;
        moveTo(ConnectionStage.READY);
        listener.ready(this);
    }

    /** Where the next bytes of the broker are best received; null if that is all the same. */
    @Nullable
    ByteBuf space() {
        return stage == ConnectionStage.ENDED ? null : decoder.space();
    }

    /** Takes over bytes of the broker. */
    void received(ByteBuf bytes) {
        if (stage == ConnectionStage.ENDED) {
            bytes.release();
            return;
        }
        decoder.feed(bytes);
        try {
            ByteBuf frame = decoder.next();
            while (frame != null) {
                answered(frame);
                frame = stage == ConnectionStage.ENDED ? null : decoder.next();
            }
        } catch (BadFrame e) {
            end(new KafkaException(peer + ": " + e.getMessage()));
        }
    }

    private void answered(ByteBuf frame) {
        try {
            int correlationId = frame.readableBytes() < Integer.BYTES ? -1 : frame.getInt(frame.readerIndex());
            SentRequest sent = inFlight.answerCame(correlationId);
            if (sent == null) {
                end(new KafkaException(peer + ": an answer came that nothing was asked for (correlation id "
                        + correlationId + "); this is no broker, or its bytes were garbled"));
                return;
            }
            answered(sent, frame);
        } finally {
            frame.release();
        }
    }

    private void answered(SentRequest sent, ByteBuf frame) {
        int bytes = Integer.BYTES + frame.readableBytes();
        lastUsedNanos = now();
        try {
            ApiMessage answer = Answers.read(frame, sent.request().api(), sent.version());
            long roundTripNanos = lastUsedNanos - sent.leftNanos();
            traffic.answered(bytes, roundTripNanos);
            sent.request().answered(answer, sent.version(), roundTripNanos);
            tellThoseWithoutAnswer();
        } catch (MalformedMessage e) {
            var unreadable =
                    new KafkaException(peer + ": the answer to a " + sent + " cannot be read: " + e.getMessage(), e);
            later(sent.request(), unreadable);
            end(unreadable);
        }
    }

    /** The channel is closed, by whomever. */
    void inactive() {
        end(disconnected(null));
    }

    /** Something went wrong in the channel. */
    void caught(Throwable failure) {
        if (!(failure instanceof IOException)) {
            log.error("{}: whoever was told of an answer failed, and the connection ends", peer, failure);
        }
        end(disconnected(failure));
    }

    private KafkaException disconnected(@Nullable Throwable failure) {
        String why = failure == null ? "the broker closed the connection" : messageOf(failure);
        String hint = stage == ConnectionStage.GREETING
                ? " before it told its versions: the listener may want another security.protocol, or be no broker's"
                : "";
        return new DisconnectException(peer + ": " + why + hint, failure);
    }

    private static String messageOf(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof ConnectException && message != null && message.contains(REFUSED)) {
            return REFUSED;
        }
        return message == null || message.isEmpty() ? failure.getClass().getSimpleName() : message;
    }

    // ---- the end

    /** Ends the connection; all that is in flight fails, soon, with {@code why}, and the listener is told after it. */
    public void end(KafkaException why) {
        if (stage == ConnectionStage.ENDED) {
            return;
        }
        cause = why;
        moveTo(ConnectionStage.ENDED);
        timer.cancel();
        channel.close();
        terms.loop().scheduler().execute(() -> ended(why));
    }

    /** In a task of its own: by then the channel has given up what was not written. Each is told in a task, too. */
    private void ended(KafkaException why) {
        decoder.release();
        KafkaException forOthers = why instanceof DisconnectException
                ? why
                : new DisconnectException("the connection ended: " + why.getMessage(), why);
        long now = now();
        for (SentRequest sent : inFlight.drain()) {
            boolean isOverdue = why instanceof TimeoutException && sent.deadlineNanos() - now <= 0;
            later(sent.request(), isOverdue ? why : forOthers);
        }
        terms.loop().scheduler().execute(() -> listener.ended(this, why));
    }

    private void moveTo(ConnectionStage next) {
        if (!stage.next().contains(next)) {
            throw new IllegalStateException(peer + " from " + stage + " to " + next);
        }
        stage = next;
    }

    /** Hears of the security layer. */
    private final class Secured implements SecurityLayer.Progress {

        @Override
        public void secured() {
            if (stage == ConnectionStage.SECURING) {
                timer.cancel();
                moveTo(ConnectionStage.GREETING);
                greet(Greeting.VERSION);
            }
        }

        @Override
        public void refused(KafkaException why) {
            end(why);
        }
    }
}
