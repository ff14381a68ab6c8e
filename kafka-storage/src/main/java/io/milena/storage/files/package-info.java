/**
 * Every file operation of the storage room, behind one seam: {@link io.milena.storage.files.FileStore}. A simulation
 * puts a store here that loses what was not forced.
 */
@NullMarked
package io.milena.storage.files;

import org.jspecify.annotations.NullMarked;
