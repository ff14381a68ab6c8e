/**
 * Which segments a log no longer needs, and how their files go away. Start reading at {@link
 * io.milena.storage.retention.RetentionPlan}.
 */
@NullMarked
package io.milena.storage.retention;

import org.jspecify.annotations.NullMarked;
