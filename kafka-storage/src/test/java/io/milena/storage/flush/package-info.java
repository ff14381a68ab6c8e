/** Tests of this part of the storage room. */
@NullMarked
package io.milena.storage.flush;

import org.jspecify.annotations.NullMarked;
