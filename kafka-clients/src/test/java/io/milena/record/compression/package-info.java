/** Tests of the codecs. */
@NullMarked
package io.milena.record.compression;

import org.jspecify.annotations.NullMarked;
