package io.milena.server.api;

import io.milena.protocol.ApiKey;
import io.milena.protocol.FieldReads;
import io.milena.protocol.MalformedMessage;
import io.milena.protocol.TaggedFields;
import io.netty.buffer.ByteBuf;

/**
 * How many bytes of a request become objects on the heap. Records do not; everything else may grow twentyfold when it
 * is read: an empty name of two bytes becomes an object and a place in a list. So what is not records has a limit far
 * below that of a whole request: some 60,000 partitions in one Fetch, more than one broker leads,
 * and small enough that every event loop can read one such request in the smallest heap.
 *
 * <p>Stateless. Requests shorter than the limit, nearly all, are not looked at.
 */
final class RequestStructure {

    /** Most bytes of one request that are not records. */
    static final int MAX_BYTES = 2 << 20;

    private static final short FIRST_WITH_TRANSACTIONAL_ID = 3;
    private static final short FIRST_FLEXIBLE = 9;

    private RequestStructure() {}

    /** Whether the body that begins at the reader index, which stays, has more structure than one request may have. */
    static boolean isTooMuch(ApiKey key, short version, ByteBuf body) throws MalformedMessage {
        if (body.readableBytes() <= MAX_BYTES) {
            return false;
        }
        return key != ApiKey.PRODUCE || new Walk(body.duplicate(), version >= FIRST_FLEXIBLE).isTooMuch(version);
    }

    /** The way through a Produce from one records field to the next; it ends where enough is known. */
    private static final class Walk {

        private final ByteBuf in;
        private final boolean flexible;
        private final int begin;
        private long recordsBytes;

        Walk(ByteBuf in, boolean flexible) {
            this.in = in;
            this.flexible = flexible;
            this.begin = in.readerIndex();
        }

        boolean isTooMuch(short version) throws MalformedMessage {
            if (version >= FIRST_WITH_TRANSACTIONAL_ID) {
                FieldReads.readNullableString(in, flexible, "ProduceRequest.transactionalId");
            }
            FieldReads.readInt16(in);
            FieldReads.readInt32(in);
            int topics = FieldReads.readCount(in, flexible, 2, "ProduceRequest.topicData");
            for (int i = 0; i < topics && !hasEnough(); i++) {
                topic();
            }
            return structureBytes() + in.readableBytes() > MAX_BYTES;
        }

        private void topic() throws MalformedMessage {
            FieldReads.readString(in, flexible, "TopicProduceData.name");
            int partitions = FieldReads.readCount(in, flexible, Integer.BYTES + 1, "TopicProduceData.partitionData");
            for (int i = 0; i < partitions && !hasEnough(); i++) {
                partition();
            }
            skipTags();
        }

        private void partition() throws MalformedMessage {
            FieldReads.readInt32(in);
            int length = Math.max(0, FieldReads.readNullableCount(in, flexible, 1, "PartitionProduceData.records"));
            in.skipBytes(length);
            recordsBytes += length;
            skipTags();
        }

        private void skipTags() throws MalformedMessage {
            if (flexible && !hasEnough()) {
                TaggedFields.read(in);
            }
        }

        private boolean hasEnough() {
            return structureBytes() > MAX_BYTES;
        }

        private long structureBytes() {
            return in.readerIndex() - begin - recordsBytes;
        }
    }
}
