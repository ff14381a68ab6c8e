package io.milena.tools;

import io.milena.clients.consumer.ConsumerRecord;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prints a record as {@link DefaultMessageFormatter} does, and logs it too. Confined to the tool's thread. */
public final class LoggingMessageFormatter implements MessageFormatter {

    private static final Logger LOG = LoggerFactory.getLogger(LoggingMessageFormatter.class);

    private final DefaultMessageFormatter printed = new DefaultMessageFormatter();

    @Override
    public void configure(Map<String, ?> configs) {
        printed.configure(configs);
    }

    @Override
    public void writeTo(ConsumerRecord<byte[], byte[]> consumerRecord, PrintStream output) {
        printed.writeTo(consumerRecord, output);
        LOG.info(
                "{}:{}, key:{}, value:{}",
                consumerRecord.timestampType(),
                consumerRecord.timestamp(),
                text(consumerRecord.key()),
                text(consumerRecord.value()));
    }

    private static String text(byte @Nullable [] raw) {
        return raw == null ? "null" : new String(raw, StandardCharsets.UTF_8);
    }
}
