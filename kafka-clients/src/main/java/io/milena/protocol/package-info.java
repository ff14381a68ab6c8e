/**
 * The wire protocol: API keys, headers, primitives, and what the generated messages rest on.
 *
 * <p>The messages themselves are generated into {@code io.milena.protocol.messages} from the schema files in
 * {@code src/main/protocol}. Start reading at {@link io.milena.protocol.ApiKey}.
 */
@NullMarked
package io.milena.protocol;

import org.jspecify.annotations.NullMarked;
