/**
 * Settings as code: keys with type, default, range and meaning. Start reading at {@link
 * io.milena.common.config.ConfigKey} for those of a broker, which come as text, and at {@link
 * io.milena.common.config.SettingTable} for those of clients, which come as text or objects.
 */
@NullMarked
package io.milena.common.config;

import org.jspecify.annotations.NullMarked;
