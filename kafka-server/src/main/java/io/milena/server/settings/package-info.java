/**
 * Settings that outlive a broker's file: the catalogue of all known keys, topic overrides in ZooKeeper, and the notices
 * by which brokers learn of their changes.
 *
 * <p>Start reading at {@link io.milena.server.settings.ConfigCatalogue}.
 */
@NullMarked
package io.milena.server.settings;

import org.jspecify.annotations.NullMarked;
