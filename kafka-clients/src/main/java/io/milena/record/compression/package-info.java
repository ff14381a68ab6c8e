/**
 * The codecs of record payloads, and the framings around them. Start reading at {@link
 * io.milena.record.compression.Codec}; {@link io.milena.record.compression.Compressor} and {@link
 * io.milena.record.compression.Decompressor} own the buffers and native contexts that the codecs reuse.
 */
@NullMarked
package io.milena.record.compression;

import org.jspecify.annotations.NullMarked;
