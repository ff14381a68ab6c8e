/**
 * What a log remembers of idempotent producers, to tell a repeated batch from a new one. Start reading at {@link
 * io.milena.storage.producer.ProducerStates}.
 */
@NullMarked
package io.milena.storage.producer;

import org.jspecify.annotations.NullMarked;
