package io.milena.clients;

import io.milena.common.KafkaException;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import io.milena.transport.Outgoing;

/** A call as its connection sends it. Used once. */
record CalledRequest<A extends ApiMessage>(BrokerCall<A> call) implements Outgoing {

    @Override
    public ApiKey api() {
        return call.api();
    }

    @Override
    public VersionRange versions() {
        return call.versions();
    }

    @Override
    public ApiMessage message(short version) {
        return call.maker().apply(version);
    }

    @Override
    public long timeoutNanos() {
        return call.timeoutNanos();
    }

    @Override
    public boolean expectsAnswer() {
        return call.expects() == BrokerCall.Expects.ANSWER;
    }

    @Override
    @SuppressWarnings("unchecked") // whoever calls an API names its answer
    public void answered(ApiMessage answer, short version, long roundTripNanos) {
        call.reply().answered((A) answer, version, roundTripNanos);
    }

    @Override
    public void failed(KafkaException cause) {
        call.reply().failed(cause);
    }
}
