/** Tests of this part of the storage room. */
@NullMarked
package io.milena.storage.producer;

import org.jspecify.annotations.NullMarked;
