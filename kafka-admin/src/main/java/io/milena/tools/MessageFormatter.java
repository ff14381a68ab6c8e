package io.milena.tools;

import io.milena.clients.consumer.ConsumerRecord;
import java.io.Closeable;
import java.io.PrintStream;
import java.util.Map;

/**
 * How {@code kafka-console-consumer.sh} prints a record. A class of your own on the {@code CLASSPATH} can be named by
 * {@code --formatter}; it needs a constructor without parameters. Confined to the tool's thread.
 */
public interface MessageFormatter extends Closeable {

    /** Is called once before all else, with the {@code --property} words. */
    default void configure(Map<String, ?> configs) {}

    /** Prints one record, with all that separates it from the next. */
    void writeTo(ConsumerRecord<byte[], byte[]> consumerRecord, PrintStream output);

    @Override
    default void close() {}
}
