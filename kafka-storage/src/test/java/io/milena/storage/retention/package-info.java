/** Tests of this part of the storage room. */
@NullMarked
package io.milena.storage.retention;

import org.jspecify.annotations.NullMarked;
