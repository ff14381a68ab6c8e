/** The producer beside the reference's, where it has to do the same to the bit. */
@NullMarked
package io.milena.clients.producer;

import org.jspecify.annotations.NullMarked;
