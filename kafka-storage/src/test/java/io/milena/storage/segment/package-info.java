/** Tests of this part of the storage room. */
@NullMarked
package io.milena.storage.segment;

import org.jspecify.annotations.NullMarked;
