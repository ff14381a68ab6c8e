/** What applications see of how records are stored. Start reading at {@link io.milena.common.record.TimestampType}. */
@NullMarked
package io.milena.common.record;

import org.jspecify.annotations.NullMarked;
