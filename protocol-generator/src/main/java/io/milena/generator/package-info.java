/**
 * Turns the schema files of the protocol into message classes, at build time. Start reading at {@code GeneratorMain}.
 */
@NullMarked
package io.milena.generator;

import org.jspecify.annotations.NullMarked;
