package io.milena.protocol;

import io.netty.buffer.ByteBuf;

/**
 * What stands in front of every response: the correlation id of the request and, from header version 1 on, a tagged
 * section. Immutable.
 *
 * @param correlationId that of the request
 * @param taggedFields all tagged fields: no schema names any
 */
public record ResponseHeader(int correlationId, TaggedFields taggedFields) {

    /** Header version without a tagged section. */
    public static final short PLAIN = 0;

    /** Header version that ends in a tagged section. */
    public static final short WITH_TAGS = 1;

    /** A header that answers the request with that correlation id. */
    public static ResponseHeader of(int correlationId) {
        return new ResponseHeader(correlationId, TaggedFields.NONE);
    }

    /** Reads a header of {@code headerVersion}, which {@link ApiKey#responseHeaderVersion} tells. */
    public static ResponseHeader read(ByteBuf in, short headerVersion) throws MalformedMessage {
        int correlationId = FieldReads.readInt32(in);
        TaggedFields tags = headerVersion >= WITH_TAGS ? TaggedFields.read(in) : TaggedFields.NONE;
        return new ResponseHeader(correlationId, tags);
    }

    /** Size in bytes when written in {@code headerVersion}. */
    public int size(short headerVersion) {
        return headerVersion >= WITH_TAGS ? Integer.BYTES + taggedFields.sizeBytes() : Integer.BYTES;
    }

    public void write(ByteBuf out, short headerVersion) {
        out.writeInt(correlationId);
        if (headerVersion >= WITH_TAGS) {
            taggedFields.write(out);
        }
    }
}
