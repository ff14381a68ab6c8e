/**
 * The broker as a whole: the composition root that makes threads, clocks and pools and joins the rooms.
 *
 * <p>Sees every room; no room sees it. Start reading at {@code Broker}.
 */
@NullMarked
package io.milena.server;

import org.jspecify.annotations.NullMarked;
