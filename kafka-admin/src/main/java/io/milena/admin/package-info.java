/**
 * Looks at a cluster and changes it: topics now, more with each {@code XxxCall}.
 *
 * <p>Start reading at {@link io.milena.admin.Admin}, which users see, and at {@code AdminDriver}, which brings a call
 * to the right broker until it has an answer or its time is over. A further API is one class that is an {@code
 * AdminCall}: what to send, to whom, and what the answer means.
 */
@NullMarked
package io.milena.admin;

import org.jspecify.annotations.NullMarked;
