/** Our log directories, looked through by the reference's own tools. */
@NullMarked
package io.milena.compat.storage;

import org.jspecify.annotations.NullMarked;
