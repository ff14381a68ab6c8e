/**
 * The Java examples of docs/CLIENTS.md and docs/MOVING.md, as code that is compiled and run. {@link
 * io.milena.examples.ExamplesIT} runs them against a broker; {@link io.milena.examples.ExamplesInDocsTest} holds the
 * docs against them: what stands between a line {@code // example: name} and {@code // end of example} is one block of
 * the docs.
 */
@NullMarked
package io.milena.examples;

import org.jspecify.annotations.NullMarked;
