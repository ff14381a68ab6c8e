/**
 * A disk in memory, for tests: keeps what is forced apart from what is only written, loses power, and fails single
 * calls. Start reading at {@link io.milena.storage.disk.CrashingFileStore}.
 */
@NullMarked
package io.milena.storage.disk;

import org.jspecify.annotations.NullMarked;
