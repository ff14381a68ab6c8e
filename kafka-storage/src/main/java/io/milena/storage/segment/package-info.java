/**
 * Segments: the files of a log, their indexes, and how a position in them is found. Start reading at {@link
 * io.milena.storage.segment.Segment}.
 */
@NullMarked
package io.milena.storage.segment;

import org.jspecify.annotations.NullMarked;
