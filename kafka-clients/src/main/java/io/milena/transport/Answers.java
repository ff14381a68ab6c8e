package io.milena.transport;

import io.milena.common.Invariant;
import io.milena.common.errors.ErrorCode;
import io.milena.protocol.ApiKey;
import io.milena.protocol.ApiMessage;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.ResponseHeader;
import io.milena.protocol.messages.ProduceResponse;
import io.netty.buffer.ByteBuf;

/** Reads what brokers answer. Stateless. */
final class Answers {

    private Answers() {}

    /** Of a frame, which begins with its header; its records become slices of the frame that count for themselves. */
    static ApiMessage read(ByteBuf frame, ApiKey api, short version) throws MalformedMessage {
        ResponseHeader.read(frame, api.responseHeaderVersion(version));
        ApiMessage answer = api.readResponse(frame, versionOf(frame, api, version));
        if (frame.isReadable()) {
            answer.release();
            throw new MalformedMessage(frame.readableBytes() + " bytes too many behind the answer");
        }
        return answer;
    }

    /** A broker that does not know the version of an ApiVersions request answers in the first (KIP-511). */
    private static short versionOf(ByteBuf frame, ApiKey api, short version) {
        boolean isUnknown = api == ApiKey.API_VERSIONS
                && frame.readableBytes() >= Short.BYTES
                && frame.getShort(frame.readerIndex()) == ErrorCode.UNSUPPORTED_VERSION.code();
        return isUnknown ? 0 : version;
    }

    /** What stands for the answer to a request that has none. */
    static ApiMessage none(ApiKey api) {
        Invariant.check(api == ApiKey.PRODUCE, "only produce requests have no answer");
        return new ProduceResponse();
    }
}
