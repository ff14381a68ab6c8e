package io.milena.server.partition;

import io.milena.record.RecordValidation;
import io.milena.storage.AppendTerms.Origin;
import io.milena.storage.TransactionProof;

/**
 * Under which terms records are written to a partition.
 *
 * @param acks when the producer wants its answer
 * @param origin who made the records
 * @param validation how deep they are checked
 * @param conversions is told if they have to be brought into another form
 * @param proof whether they may begin a transaction in the partition
 */
public record ProduceTerms(
        RequiredAcks acks,
        Origin origin,
        RecordValidation validation,
        ConversionWatch conversions,
        TransactionProof proof) {

    /** Terms under which any transaction may begin. */
    public ProduceTerms(RequiredAcks acks, Origin origin, RecordValidation validation, ConversionWatch conversions) {
        this(acks, origin, validation, conversions, TransactionProof.UNWANTED);
    }

    /** The same where {@code known} says which transactions may begin. */
    public ProduceTerms with(TransactionProof known) {
        return new ProduceTerms(acks, origin, validation, conversions, known);
    }
}
