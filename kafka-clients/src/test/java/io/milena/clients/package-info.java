/** Tests of what every client stands on. */
@NullMarked
package io.milena.clients;

import org.jspecify.annotations.NullMarked;
