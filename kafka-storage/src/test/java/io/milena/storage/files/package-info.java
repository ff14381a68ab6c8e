/** Tests of this part of the storage room. */
@NullMarked
package io.milena.storage.files;

import org.jspecify.annotations.NullMarked;
