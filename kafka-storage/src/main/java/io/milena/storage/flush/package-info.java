/**
 * When written bytes are forced to the disk. Start reading at {@link io.milena.storage.flush.FlushPolicy}.
 */
@NullMarked
package io.milena.storage.flush;

import org.jspecify.annotations.NullMarked;
