/**
 * Settings as code: keys with type, default, range and meaning. Start reading at
 * {@link io.milena.common.config.ConfigKey}.
 */
@NullMarked
package io.milena.common.config;

import org.jspecify.annotations.NullMarked;
