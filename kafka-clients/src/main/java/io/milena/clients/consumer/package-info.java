/**
 * The consumer: reads records of partitions that it is given, or that it shares with the members of its group.
 *
 * <p>Start reading at {@link io.milena.clients.consumer.Consumer}. What decides is pure and guarded by the one lock of
 * a consumer; what sends lives on its event loop; what calls code of the application runs on the thread that polls.
 */
@NullMarked
package io.milena.clients.consumer;

import org.jspecify.annotations.NullMarked;
