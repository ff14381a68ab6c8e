/** Tests of the producer. */
@NullMarked
package io.milena.clients.producer;

import org.jspecify.annotations.NullMarked;
