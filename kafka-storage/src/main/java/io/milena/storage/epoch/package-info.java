/**
 * The history of leader epochs of a log, by which replicas find where they diverge (KIP-101). Start reading at {@link
 * io.milena.storage.epoch.LeaderEpochs}.
 */
@NullMarked
package io.milena.storage.epoch;

import org.jspecify.annotations.NullMarked;
