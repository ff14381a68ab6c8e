/** Tests of the catalogue of settings and of dynamic settings. */
@NullMarked
package io.milena.server.settings;

import org.jspecify.annotations.NullMarked;
