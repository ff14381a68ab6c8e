/**
 * The command-line tools: one class per command, with the options and the output that Kafka users know.
 *
 * <p>Start reading at {@link io.milena.tools.ToolMain}, which runs any of them. A tool reads its options by their
 * annotations, does its work in {@link io.milena.tools.Tool#run}, and ends with {@link io.milena.tools.ToolFailure}
 * when it cannot; what it needs of its process comes in as a {@link io.milena.tools.Shell}.
 */
@NullMarked
package io.milena.tools;

import org.jspecify.annotations.NullMarked;
