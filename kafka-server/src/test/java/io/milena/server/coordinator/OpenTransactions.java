package io.milena.server.coordinator;

import io.milena.record.BatchTerms;
import io.milena.record.RecordValidation;
import io.milena.record.compression.Codec;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.partition.Partition;
import io.milena.server.partition.ProduceTerms;
import io.milena.server.partition.RequiredAcks;
import io.milena.server.partition.TestBatches;
import io.milena.storage.AppendTerms.Origin;
import io.netty.buffer.ByteBuf;

/** What transactional producers write to partitions, and whether a transaction is open there. */
final class OpenTransactions {

    static final ProduceTerms TERMS = new ProduceTerms(
            RequiredAcks.LEADER, Origin.TRANSACTIONAL_CLIENT, RecordValidation.FULL, (nanos, bytes) -> {});

    private OpenTransactions() {}

    /** A batch of one record; nobody need release it. */
    static ByteBuf batch(TransactionalProducer producer, int sequence) {
        BatchTerms terms = BatchTerms.PLAIN
                .withProducer(producer.id(), producer.epoch(), sequence)
                .transactional();
        return TestBatches.batch(terms, Codec.NONE, 1, "in a transaction");
    }

    static boolean areIn(Partition partition) {
        var offsets = partition.log().offsets();
        return offsets.firstUnstableOffset() < offsets.logEndOffset();
    }
}
