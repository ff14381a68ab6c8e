/** Tests of the storage room. Start reading at {@link io.milena.storage.LogHome}. */
@NullMarked
package io.milena.storage;

import org.jspecify.annotations.NullMarked;
