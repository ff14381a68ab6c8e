package io.milena.server.partition;

import io.milena.record.RecordValidation;
import io.milena.storage.AppendTerms.Origin;

/**
 * Under which terms records are written to a partition.
 *
 * @param acks when the producer wants its answer
 * @param origin who made the records
 * @param validation how deep they are checked
 * @param conversions is told if they have to be brought into another form
 */
public record ProduceTerms(
        RequiredAcks acks, Origin origin, RecordValidation validation, ConversionWatch conversions) {}
