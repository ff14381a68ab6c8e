/**
 * What whole-broker tests are made of: brokers in processes of their own, the reference's clients and tools in theirs,
 * and a client that speaks the protocol by hand.
 *
 * <p>Start reading at {@link io.milena.testkit.BrokerProcess}. With {@code -Dtests.broker=reference} the suites run
 * against Apache Kafka 3.9.2 instead of Milena, which shows that a test asks for what the reference does.
 */
@NullMarked
package io.milena.testkit;

import org.jspecify.annotations.NullMarked;
