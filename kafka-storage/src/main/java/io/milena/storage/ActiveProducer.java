package io.milena.storage;

/**
 * A producer that a log remembers, as administrators are told of it (KIP-664).
 *
 * @param producerId its id
 * @param producerEpoch its newest epoch
 * @param lastSequence of its last batch; -1 if only markers are known
 * @param lastTimestampMs of its last batch or marker; -1 if that has none
 * @param coordinatorEpoch of the coordinator that wrote its last marker; -1 if there was none
 * @param transactionFirstOffset where its open transaction began; -1 if none is open
 */
public record ActiveProducer(
        long producerId,
        short producerEpoch,
        int lastSequence,
        long lastTimestampMs,
        int coordinatorEpoch,
        long transactionFirstOffset) {}
