package io.milena.admin;

import io.milena.clients.BrokerCall;
import io.milena.clients.Brokers;
import io.milena.common.KafkaException;
import io.milena.common.Node;
import io.milena.protocol.ApiMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brokers that answer when the test says so. Confined to the test's thread. */
final class FakeBrokers implements Brokers {

    final List<Asked> asked = new ArrayList<>();

    @Nullable
    Node leastLoaded;

    short version = Short.MAX_VALUE;

    /** A request that was sent, and has no reply until the test gives one. */
    record Asked(Node node, BrokerCall<?> call, short version, ApiMessage request) {

        <R extends ApiMessage> R as(Class<R> type) {
            return type.cast(request);
        }

        @SuppressWarnings("unchecked") // the test knows what it was asked
        <A extends ApiMessage> void answer(A answer) {
            ((BrokerCall.Reply<A>) call.reply()).answered(answer, version, 1);
        }

        void fail(KafkaException cause) {
            call.reply().failed(cause);
        }
    }

    @Override
    public <A extends ApiMessage> void send(Node node, BrokerCall<A> call) {
        short spoken = (short) Math.min(version, call.versions().highest());
        asked.add(new Asked(node, call, spoken, call.maker().apply(spoken)));
    }

    /** The only one that has no reply, which it gets now. */
    Asked next() {
        if (asked.size() != 1) {
            throw new AssertionError("asked: " + asked);
        }
        return asked.remove(0);
    }

    @Override
    public boolean isReady(Node node) {
        return true;
    }

    @Override
    public int pending(Node node) {
        return asked.size();
    }

    @Override
    public @Nullable Node leastLoaded() {
        return leastLoaded;
    }

    @Override
    public void disconnect(Node node) {}
}
