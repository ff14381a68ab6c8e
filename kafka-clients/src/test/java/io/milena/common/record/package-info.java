/** Tests of what applications hear of records. */
@NullMarked
package io.milena.common.record;

import org.jspecify.annotations.NullMarked;
