package io.milena.clients.producer;

import io.milena.clients.BrokerCall;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.common.TopicPartition;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.InitProducerIdRequest;
import io.milena.protocol.messages.InitProducerIdResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gate of a producer outside of transactions: asks some broker for an id (InitProducerId, key 22) if batches are to
 * have sequences, again and again until one gives it. Confined to the event loop.
 */
final class IdGate implements Gate {

    private static final Logger log = LoggerFactory.getLogger(IdGate.class);
    private static final VersionRange VERSIONS = new VersionRange((short) 0, (short) 4);

    private final SenderRules rules;
    private final Floor floor;
    private final Idempotence idempotence;
    private Runnable changed = () -> {};
    private Consumer<KafkaException> giveUp = cause -> {};
    private boolean asked;
    private int failures;

    IdGate(SenderRules rules, Floor floor, Idempotence idempotence) {
        this.rules = rules;
        this.floor = floor;
        this.idempotence = idempotence;
    }

    /** Runs {@code task} whenever more may be sent than before, and {@code waiting} to give up all that waits. */
    void connect(Runnable task, Consumer<KafkaException> waiting) {
        changed = task;
        giveUp = waiting;
    }

    @Override
    public void step(long nowNanos) {
        if (!rules.isIdempotent() || asked || !idempotence.needsId()) {
            return;
        }
        Node node = floor.brokers().leastLoaded();
        if (node == null || !floor.brokers().isReady(node)) {
            return;
        }
        asked = true;
        floor.brokers()
                .send(
                        node,
                        new BrokerCall<InitProducerIdResponse>(
                                ApiKey.INIT_PRODUCER_ID,
                                VERSIONS,
                                version -> new InitProducerIdRequest()
                                        .transactionalId(null)
                                        .transactionTimeoutMs(Integer.MAX_VALUE),
                                TimeUnit.MILLISECONDS.toNanos(rules.requestTimeoutMs()),
                                BrokerCall.Expects.ANSWER,
                                new Answer()));
    }

    private void again() {
        failures++;
        long delayMs = rules.retry().delayMs(failures, floor.randomness());
        floor.loop().after(Duration.ofMillis(delayMs), () -> {
            asked = false;
            changed.run();
        });
    }

    @Override
    public boolean isOpenFor(TopicPartition partition) {
        return true;
    }

    @Override
    public int flags() {
        return 0;
    }

    @Override
    public boolean isWaitedFor() {
        return false;
    }

    @Override
    public void failed(TopicPartition partition, @Nullable ErrorCode error, KafkaException cause) {
        // The application hears of it, and the next batch is another matter.
    }

    /** What a broker says. */
    private final class Answer implements BrokerCall.Reply<InitProducerIdResponse> {

        @Override
        public void answered(InitProducerIdResponse answer, short version, long roundTripNanos) {
            ErrorCode error = ErrorCode.of(answer.errorCode());
            if (error == ErrorCode.NONE) {
                asked = false;
                failures = 0;
                idempotence.idGiven(answer.producerId(), answer.producerEpoch());
                changed.run();
                return;
            }
            if (!error.isRetriable()) {
                KafkaException refusal =
                        error.exception("no broker gives a producer id, without which no record is sent: " + error
                                + " (expected: the right to write idempotently, or enable.idempotence=false)");
                log.error("the producer gets no id, and gives up what waits", refusal);
                giveUp.accept(refusal);
            }
            again();
        }

        @Override
        public void failed(KafkaException cause) {
            log.debug("a broker did not say which id the producer has", cause);
            again();
        }
    }
}
