/** Tests of this part of the storage room. */
@NullMarked
package io.milena.storage.epoch;

import org.jspecify.annotations.NullMarked;
