package io.milena.server.api;

import io.milena.record.RecordBatch;
import io.milena.server.api.LateAppend.Written;
import io.milena.server.coordinator.state.TransactionalProducer;
import io.milena.server.partition.Partition;
import io.milena.server.partition.ProduceTerms;
import io.milena.storage.TransactionProof;
import io.netty.buffer.ByteBuf;

/**
 * One partition's records of a produce request on their way into the log.
 *
 * @param partition where they go
 * @param records the records; with a reference of this attempt's own if they may have to wait for a proof
 * @param terms under which they go there
 * @param written whatever becomes of them
 */
record ProduceAttempt(Partition partition, ByteBuf records, ProduceTerms terms, Written written) {

    /** The same with what is known now of the transaction that they begin. */
    ProduceAttempt with(TransactionProof proof) {
        return new ProduceAttempt(partition, records, terms.with(proof), written);
    }

    /** Whether somebody was asked about that transaction. */
    boolean isProven() {
        return !terms.proof().equals(TransactionProof.NONE);
    }

    TransactionalProducer producer() {
        RecordBatch batch = RecordBatch.at(records, records.readerIndex());
        return new TransactionalProducer(batch.producerId(), batch.producerEpoch());
    }
}
