/**
 * Objects to bytes and back: what keys and values go through. Start reading at
 * {@link io.milena.common.serialization.Serializer}.
 */
@NullMarked
package io.milena.common.serialization;

import org.jspecify.annotations.NullMarked;
