/**
 * Loading a log from its directory: what files are there, and what an unclean stop left behind. Start reading at {@link
 * io.milena.storage.recovery.LogLoader}.
 */
@NullMarked
package io.milena.storage.recovery;

import org.jspecify.annotations.NullMarked;
