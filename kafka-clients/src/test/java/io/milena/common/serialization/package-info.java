/** Tests of what keys and values go through. */
@NullMarked
package io.milena.common.serialization;

import org.jspecify.annotations.NullMarked;
