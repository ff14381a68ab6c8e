package io.milena.server.api;

import static io.milena.record.RecordBatchFormat.ATTRIBUTES_AT;
import static io.milena.record.RecordBatchFormat.CODEC_MASK;
import static io.milena.record.RecordBatchFormat.HEADER_BYTES;
import static io.milena.record.RecordBatchFormat.LENGTH_AT;
import static io.milena.record.RecordBatchFormat.LOG_OVERHEAD;
import static io.milena.record.RecordBatchFormat.MAGIC_AT;
import static io.milena.record.RecordBatchFormat.MAGIC_KNOWN_BYTES;
import static io.milena.record.RecordBatchFormat.MAGIC_V2;
import static io.milena.record.RecordBatchFormat.TRANSACTIONAL_BIT;

import io.milena.common.errors.ErrorCode;
import io.milena.protocol.RecordsBuffer;
import io.milena.protocol.RecordsField;
import io.milena.protocol.messages.ProduceRequest;
import io.milena.protocol.messages.ProduceRequest.PartitionProduceData;
import io.milena.protocol.messages.ProduceRequest.TopicProduceData;
import io.milena.protocol.messages.ProduceResponse;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.server.metadata.TopicImage;
import io.milena.server.partition.Partition;
import io.milena.server.partition.ProduceOutcome.Refused;
import io.milena.server.partition.ProduceTerms;
import io.milena.server.partition.RequiredAcks;
import io.milena.storage.AppendResult;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.TransactionProof;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Produce (key 0): writes records to partitions that this broker leads.
 *
 * <pre>
 * v0  records of message format 0
 * v1  throttle time
 * v2  message format 1, append time in the response
 * v3  batches of format 2, exactly one per partition; transactional id (KIP-98)
 * v5  log start offset in the response
 * v7  zstd
 * v8  which records are to blame, and an error message (KIP-467)
 * v9  flexible encoding
 * v10 the current leader, for a client that asked the wrong broker (KIP-951)
 * v11 TRANSACTION_ABORTABLE (KIP-890)
 * </pre>
 *
 * <p>In the ordinary course the records of all partitions are appended before this returns, on the event loop, and the
 * next request of the connection may start then. {@link ProduceReply} holds that one back while another thread appends,
 * and waits for what acks and forces ask for.
 */
final class ProduceHandler implements ApiHandler<ProduceRequest, ProduceResponse> {

    private static final short FIRST_WITH_BATCHES = 3;
    private static final short FIRST_WITH_ZSTD = 7;

    private final Holdings holdings;
    private final RecordValidation validation;
    private final TransactionVerifier verifier;

    ProduceHandler(Holdings holdings, RecordValidation validation, TransactionVerifier verifier) {
        this.holdings = holdings;
        this.validation = validation;
        this.verifier = verifier;
    }

    @Override
    public void handle(ProduceRequest request, Caller<ProduceResponse> caller) {
        RequiredAcks acks = acks(request.acks());
        var transaction = new ProduceTransaction(request.transactionalId(), verifier);
        var reply = new ProduceReply(caller, holdings, acks == null ? RequiredAcks.LEADER : acks, transaction);
        ErrorCode refusal = acks == null ? ErrorCode.INVALID_REQUIRED_ACKS : transactionalRefusal(request);
        for (TopicProduceData topic : RepeatedPartitions.lastOfEach(request.topicData())) {
            if (topic.partitionData().isEmpty()) {
                continue;
            }
            reply.topic(topic.name(), topic.partitionData().size());
            for (PartitionProduceData data : topic.partitionData()) {
                if (refusal == ErrorCode.NONE) {
                    append(topic.name(), data, caller, reply);
                } else {
                    reply.refused(data.index(), Refused.because(refusal));
                }
            }
        }
        reply.handled(request.timeoutMs());
    }

    private static @Nullable RequiredAcks acks(short acks) {
        return switch (acks) {
            case -1 -> RequiredAcks.ALL;
            case 0 -> RequiredAcks.NONE;
            case 1 -> RequiredAcks.LEADER;
            default -> null;
        };
    }

    /** Transactional records need a transactional id. One such batch refuses the whole request. */
    private static ErrorCode transactionalRefusal(ProduceRequest request) {
        if (request.transactionalId() != null) {
            return ErrorCode.NONE;
        }
        for (TopicProduceData topic : request.topicData()) {
            for (PartitionProduceData data : topic.partitionData()) {
                if (isTransactional(data.records())) {
                    return ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED;
                }
            }
        }
        return ErrorCode.NONE;
    }

    private static boolean isTransactional(@Nullable RecordsField records) {
        ByteBuf content = content(records);
        return content != null
                && content.readableBytes() >= HEADER_BYTES
                && content.getByte(content.readerIndex() + MAGIC_AT) == MAGIC_V2
                && (content.getShort(content.readerIndex() + ATTRIBUTES_AT) & TRANSACTIONAL_BIT) != 0;
    }

    private static @Nullable ByteBuf content(@Nullable RecordsField records) {
        return records instanceof RecordsBuffer buffer ? buffer.content() : null;
    }

    private void append(String topic, PartitionProduceData data, Caller<ProduceResponse> caller, ProduceReply reply) {
        ByteBuf records = content(data.records());
        if (TopicImage.isInternal(topic)) {
            // Whoever calls itself __admin_client may in the reference; here a log must not grow behind its shard's
            // back.
            boolean exists = holdings.whyMissing(topic, data.index()) != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
            ErrorCode why = exists ? ErrorCode.INVALID_TOPIC_EXCEPTION : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
            reply.refused(data.index(), Refused.because(why));
            return;
        }
        Refused misfit = misfit(records, caller.version());
        if (misfit != null || records == null) {
            reply.refused(data.index(), misfit == null ? Refused.because(ErrorCode.INVALID_RECORD) : misfit);
            return;
        }
        Partition partition = holdings.find(topic, data.index());
        if (partition == null) {
            reply.refused(data.index(), Refused.because(holdings.whyMissing(topic, data.index())));
            return;
        }
        reply.append(partition, records, terms(reply));
    }

    private ProduceTerms terms(ProduceReply reply) {
        var origin = reply.isOfTransaction() ? Origin.TRANSACTIONAL_CLIENT : Origin.CLIENT;
        TransactionProof proof = verifier.isWanted() ? TransactionProof.NONE : TransactionProof.UNWANTED;
        return new ProduceTerms(reply.acks(), origin, validation, reply, proof);
    }

    /** What the version of the request forbids of its records; null if nothing. */
    private static @Nullable Refused misfit(@Nullable ByteBuf records, short version) {
        if (version < FIRST_WITH_BATCHES) {
            return null;
        }
        if (records == null || records.readableBytes() < MAGIC_KNOWN_BYTES) {
            return invalid("Produce v" + version + " must have one batch per partition");
        }
        byte magic = records.getByte(records.readerIndex() + MAGIC_AT);
        if (magic != MAGIC_V2) {
            return invalid("Produce v" + version + " may not carry message format " + magic);
        }
        if (sizeBytes(records) != records.readableBytes()) {
            return invalid("Produce v" + version + " must have exactly one whole batch per partition");
        }
        boolean isZstd = records.readableBytes() >= HEADER_BYTES
                && (records.getShort(records.readerIndex() + ATTRIBUTES_AT) & CODEC_MASK) == Codec.ZSTD.id();
        return isZstd && version < FIRST_WITH_ZSTD ? Refused.because(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE) : null;
    }

    /** What the first batch says of its size. */
    private static long sizeBytes(ByteBuf records) {
        return (long) LOG_OVERHEAD + records.getInt(records.readerIndex() + LENGTH_AT);
    }

    private static Refused invalid(String why) {
        return new Refused(ErrorCode.INVALID_RECORD, why, AppendResult.NO_RECORD);
    }
}
