/** Tests of the admin client: its calls and driver against a fake of the seam that they send through. */
@NullMarked
package io.milena.admin;

import org.jspecify.annotations.NullMarked;
