/**
 * Transactions: what the coordinator decides about each transactional id. Pure: no class here opens anything, reads a
 * clock or owns a thread. Start reading at {@link io.milena.server.coordinator.transaction.TransactionMachine}; the
 * life of a transaction is drawn in {@link io.milena.server.coordinator.transaction.TransactionState}.
 *
 * <p>Asks and answers are the language of the coordinator's front door, which the handlers speak too. Rules are those
 * of KIP-98, KIP-360 (producers that go on after an error) and KIP-890 (verification).
 */
@NullMarked
package io.milena.server.coordinator.transaction;

import org.jspecify.annotations.NullMarked;
