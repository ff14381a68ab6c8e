/** Tests of this part of the storage room. */
@NullMarked
package io.milena.storage.checkpoint;

import org.jspecify.annotations.NullMarked;
