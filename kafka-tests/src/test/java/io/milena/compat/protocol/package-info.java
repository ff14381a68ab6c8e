/**
 * Our messages against those of the reference: same bytes, same content, in every version. Start reading at
 * {@code MessageDifferenceProperties}.
 */
@NullMarked
package io.milena.compat.protocol;

import org.jspecify.annotations.NullMarked;
