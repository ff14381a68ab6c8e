/** Tests of the parts of compaction. */
@NullMarked
package io.milena.storage.cleaner;

import org.jspecify.annotations.NullMarked;
