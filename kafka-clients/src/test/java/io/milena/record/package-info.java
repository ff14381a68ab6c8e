/** Tests of records. */
@NullMarked
package io.milena.record;

import org.jspecify.annotations.NullMarked;
