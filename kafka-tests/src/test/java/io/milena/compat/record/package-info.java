/** Records of ours against records of the reference, in both directions. */
@NullMarked
package io.milena.compat.record;

import org.jspecify.annotations.NullMarked;
