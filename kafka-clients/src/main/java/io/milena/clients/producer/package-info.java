/**
 * Sends records to a cluster.
 *
 * <p>Start reading at {@link io.milena.clients.producer.KafkaProducer}, which applications create. A record goes from
 * the application's thread into the open batch of its partition (Accumulator, PartitionQueue), and with that batch from
 * the event loop to the partition's leader (Sender, BatchDrain). Idempotence and TransactionState decide what may be
 * sent and sent again, and open nothing.
 */
@NullMarked
package io.milena.clients.producer;

import org.jspecify.annotations.NullMarked;
