package io.milena.protocol;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * What stands in front of every request. Immutable.
 *
 * <pre>
 *   int16 API key | int16 API version | int32 correlation id         in all header versions
 *   int16 length | client id                                         from 1 on, never in compact form
 *   tagged section                                                   from 2 on
 * </pre>
 *
 * @param apiKey the key of an API, see {@link ApiKey#of}
 * @param apiVersion the version of the request that follows, which need not be a known one
 * @param correlationId chosen by the sender, comes back in the response
 * @param clientId how the client calls itself
 * @param taggedFields all tagged fields: no schema names any
 */
public record RequestHeader(
        short apiKey,
        short apiVersion,
        int correlationId,
        @Nullable String clientId,
        TaggedFields taggedFields) {

    /** Header version without client id. */
    public static final short PLAIN = 0;

    /** Header version that ends in the client id. */
    public static final short WITH_CLIENT_ID = 1;

    /** Header version that ends in a tagged section. */
    public static final short WITH_TAGS = 2;

    private static final int PLAIN_BYTES = 2 * Short.BYTES + Integer.BYTES;

    private static final String CLIENT_ID = "RequestHeader.clientId";

    /** The header of a request that goes out. */
    public static RequestHeader of(ApiKey api, short version, int correlationId, @Nullable String clientId) {
        return new RequestHeader(api.id(), version, correlationId, clientId, TaggedFields.NONE);
    }

    /**
     * Reads a header. Its version follows from the API key and version at its beginning.
     *
     * @throws MalformedMessage if no API has the key, or the bytes are no header
     */
    public static RequestHeader read(ByteBuf in) throws MalformedMessage {
        short key = FieldReads.readInt16(in);
        short version = FieldReads.readInt16(in);
        ApiKey api = ApiKey.of(key);
        if (api == null) {
            throw new MalformedMessage("API key " + key + ", version " + version + " (expected: a known key)");
        }
        short headerVersion = api.requestHeaderVersion(version);
        int correlationId = FieldReads.readInt32(in);
        String clientId = headerVersion >= WITH_CLIENT_ID ? FieldReads.readNullableString(in, false, CLIENT_ID) : null;
        TaggedFields tags = headerVersion >= WITH_TAGS ? TaggedFields.read(in) : TaggedFields.NONE;
        return new RequestHeader(key, version, correlationId, clientId, tags);
    }

    /** Size in bytes when written in {@code headerVersion}. */
    public int size(short headerVersion) {
        int size = PLAIN_BYTES;
        if (headerVersion >= WITH_CLIENT_ID) {
            size += FieldSizes.ofNullableString(clientId, false, CLIENT_ID);
        }
        return headerVersion >= WITH_TAGS ? size + taggedFields.sizeBytes() : size;
    }

    /** Writes the header in {@code headerVersion}, which {@link ApiKey#requestHeaderVersion} tells. */
    public void write(ByteBuf out, short headerVersion) {
        out.writeShort(apiKey);
        out.writeShort(apiVersion);
        out.writeInt(correlationId);
        if (headerVersion >= WITH_CLIENT_ID) {
            FieldWrites.writeNullableString(out, clientId, false, CLIENT_ID);
        }
        if (headerVersion >= WITH_TAGS) {
            taggedFields.write(out);
        }
    }
}
