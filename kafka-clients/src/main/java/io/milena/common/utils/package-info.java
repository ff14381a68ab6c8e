/** Values of applications that are not of the protocol. Start reading at {@link io.milena.common.utils.Bytes}. */
@NullMarked
package io.milena.common.utils;

import org.jspecify.annotations.NullMarked;
