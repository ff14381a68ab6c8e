/** Tests of settings. */
@NullMarked
package io.milena.common.config;

import org.jspecify.annotations.NullMarked;
