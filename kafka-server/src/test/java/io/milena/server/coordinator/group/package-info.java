/** Tests of groups: each idea by itself, the machine through its asks, and random histories against a model. */
@NullMarked
package io.milena.server.coordinator.group;

import org.jspecify.annotations.NullMarked;
