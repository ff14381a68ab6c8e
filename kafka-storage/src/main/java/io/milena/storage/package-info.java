/**
 * The log: what the partitions of this broker keep on disk.
 *
 * <p>This package is the front door: {@link io.milena.storage.LogManager} owns the log directories,
 * {@link io.milena.storage.Log} is one partition. The packages below are inside the room; of them only {@code files},
 * the seam to the file system, is named from outside. The layout on disk is that of Apache Kafka 3.9, byte for byte,
 * and each format is drawn in the class named after it. Start reading at {@link io.milena.storage.Log}.
 */
@NullMarked
package io.milena.storage;

import org.jspecify.annotations.NullMarked;
