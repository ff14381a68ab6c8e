/**
 * Records as they are stored and sent: batches of format 2, the message sets of formats 0 and 1, their checks, their
 * builders, and the conversions between them.
 *
 * <p>Everything works on Netty buffers where they are; nothing here copies a payload to the heap. Start reading at
 * {@link io.milena.record.RecordBatchFormat}, then {@link io.milena.record.RecordBatch}.
 */
@NullMarked
package io.milena.record;

import org.jspecify.annotations.NullMarked;
