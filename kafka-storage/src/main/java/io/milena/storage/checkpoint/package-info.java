/**
 * Small text files that are replaced as a whole: checkpoints, the identity of a directory and of a partition. Start
 * reading at {@link io.milena.storage.checkpoint.CheckpointFile}.
 */
@NullMarked
package io.milena.storage.checkpoint;

import org.jspecify.annotations.NullMarked;
