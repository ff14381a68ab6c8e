/** Headers of records, as applications see them. Start reading at {@link io.milena.common.header.Headers}. */
@NullMarked
package io.milena.common.header;

import org.jspecify.annotations.NullMarked;
