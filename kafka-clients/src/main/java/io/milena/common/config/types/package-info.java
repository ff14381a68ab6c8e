/** Types of settings that the language does not have. */
@NullMarked
package io.milena.common.config.types;

import org.jspecify.annotations.NullMarked;
