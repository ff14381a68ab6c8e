/**
 * Words that every room shares: value types of the protocol, clocks, settings, error codes.
 *
 * <p>Sees no other room. Start reading at {@link io.milena.common.TopicPartition}.
 */
@NullMarked
package io.milena.common;

import org.jspecify.annotations.NullMarked;
