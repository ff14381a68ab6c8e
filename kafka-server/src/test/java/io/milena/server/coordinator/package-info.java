/** Tests of the shards of coordinators, with a machine that counts. */
@NullMarked
package io.milena.server.coordinator;

import org.jspecify.annotations.NullMarked;
