package io.milena.clients.consumer;

import io.milena.clients.BrokerCall;
import io.milena.clients.Brokers;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

/**
 * Sends the consumer's requests, and hands each reply over with the consumer's lock held; afterwards the workers look
 * again, and so does the application's thread. Confined to the event loop.
 */
final class Questions {

    private final Brokers brokers;
    private final ReentrantLock lock;
    private final Pump pump;
    private final Signal signal;
    private final Silence silence;
    private final ConsumerWatch watch;

    Questions(Way way, Signal signal, Silence silence, ConsumerWatch watch) {
        this.brokers = way.brokers();
        this.lock = way.lock();
        this.pump = way.pump();
        this.signal = signal;
        this.silence = silence;
        this.watch = watch;
    }

    /** How questions leave, and what is done under which lock when there is an answer. */
    record Way(Brokers brokers, ReentrantLock lock, Pump pump) {}

    /**
     * One question.
     *
     * @param lowest the lowest version that can carry it
     * @param highest the highest version that this client speaks
     * @param maker makes the request for a version
     */
    record Question(ApiKey api, int lowest, int highest, IntFunction<? extends ApiMessage> maker, long timeoutNanos) {}

    /** Hears what came of a question, with the consumer's lock held. */
    interface Handler<A extends ApiMessage> {

        void answered(A answer, short version);

        void failed(KafkaException cause);
    }

    Silence silence() {
        return silence;
    }

    Brokers brokers() {
        return brokers;
    }

    <A extends ApiMessage> void ask(Node node, Question question, Handler<A> handler) {
        var versions = new VersionRange((short) question.lowest(), (short) question.highest());
        brokers.send(
                node,
                new BrokerCall<A>(
                        question.api(),
                        versions,
                        question.maker(),
                        question.timeoutNanos(),
                        BrokerCall.Expects.ANSWER,
                        new Locked<>(question.api(), handler)));
    }

    /** A reply that is heard under the lock. */
    private final class Locked<A extends ApiMessage> implements BrokerCall.Reply<A> {

        private final ApiKey api;
        private final Handler<A> handler;

        Locked(ApiKey api, Handler<A> handler) {
            this.api = api;
            this.handler = handler;
        }

        @Override
        public void answered(A answer, short version, long roundTripNanos) {
            watch.answered(api, roundTripNanos);
            silence.ended();
            lock.lock();
            try {
                handler.answered(answer, version);
            } finally {
                lock.unlock();
                answer.release();
                happened();
            }
        }

        @Override
        public void failed(KafkaException cause) {
            lock.lock();
            try {
                handler.failed(cause);
            } finally {
                lock.unlock();
                happened();
            }
        }

        private void happened() {
            signal.raise();
            pump.kick();
        }
    }
}
