package io.milena.transport;

import io.milena.common.KafkaException;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.VersionRange;
import io.milena.protocol.messages.ApiVersionsRequest;
import io.milena.protocol.messages.ApiVersionsResponse;
import java.util.function.Consumer;

/**
 * The first request on a connection: tells who we are, and asks which requests the broker understands, which every
 * broker from 0.10 on answers. Where the broker does not know the version of the question, its answer tells those that
 * it knows (KIP-511), and the question is put again.
 *
 * @param outcome hears of versions, of none, or of another try
 */
record Greeting(ConnectionTerms terms, Outcome outcome) implements Outgoing {

    /**
     * Brokers from 3.9 on know this one. The next adds what finds out misrouted connections, at the price of a second
     * round trip on each connection to a broker that does not know it.
     */
    static final short VERSION = 4;

    private static final VersionRange VERSIONS = new VersionRange((short) 0, VERSION);

    /** What became of the question. */
    record Outcome(Consumer<BrokerVersions> known, Consumer<Short> again, Consumer<KafkaException> failure) {}

    @Override
    public ApiKey api() {
        return ApiKey.API_VERSIONS;
    }

    @Override
    public VersionRange versions() {
        return VERSIONS;
    }

    @Override
    public ApiMessage message(short version) {
        return new ApiVersionsRequest()
                .clientSoftwareName(ConnectionTerms.SOFTWARE_NAME)
                .clientSoftwareVersion(terms.softwareVersion());
    }

    @Override
    public long timeoutNanos() {
        return terms.handshakeTimeoutNanos();
    }

    @Override
    public boolean expectsAnswer() {
        return true;
    }

    @Override
    public void answered(ApiMessage answer, short version, long roundTripNanos) {
        var told = (ApiVersionsResponse) answer;
        ErrorCode error = ErrorCode.of(told.errorCode());
        if (error == ErrorCode.NONE) {
            outcome.known.accept(BrokerVersions.of(told));
        } else if (error == ErrorCode.UNSUPPORTED_VERSION && version > 0) {
            VersionRange theirs = BrokerVersions.of(told).of(ApiKey.API_VERSIONS);
            outcome.again.accept(theirs == null ? 0 : (short) Math.min(theirs.highest(), version - 1));
        } else {
            outcome.failure.accept(error.exception("the broker did not tell its versions: " + error));
        }
    }

    /** The connection has ended, which tells its own. */
    @Override
    public void failed(KafkaException cause) {}
}
