/**
 * Compaction: keeps the newest record of each key, and rewrites old segments without the others. Start reading at
 * {@link io.milena.storage.cleaner.LogCleaner}, which cleans one log after the other; what one cleaning does is in
 * {@code Cleaning}.
 */
@NullMarked
package io.milena.storage.cleaner;

import org.jspecify.annotations.NullMarked;
