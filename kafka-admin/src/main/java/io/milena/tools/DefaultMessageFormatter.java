package io.milena.tools;

import io.milena.clients.consumer.ConsumerRecord;
import io.milena.common.header.Header;
import io.milena.common.serialization.Deserializer;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints a record on one line, of which {@code print.*} choose the parts:
 *
 * <pre>
 *   CreateTime:1796024481174 TAB Partition:0 TAB Offset:5 TAB h1:v1,h2:v2 TAB key TAB value
 * </pre>
 *
 * <p>Confined to the tool's thread.
 */
public final class DefaultMessageFormatter implements MessageFormatter {

    private static final String TRUE = "true";
    private static final long NO_TIMESTAMP = -1;

    private boolean printTimestamp;
    private boolean printKey;
    private boolean printValue = true;
    private boolean printPartition;
    private boolean printOffset;
    private boolean printHeaders;
    private byte[] keySeparator = bytes("\t");
    private byte[] lineSeparator = bytes("\n");
    private byte[] headersSeparator = bytes(",");
    private byte[] nullLiteral = bytes("null");
    private @Nullable Deserializer<?> keyDeserializer;
    private @Nullable Deserializer<?> valueDeserializer;
    private @Nullable Deserializer<?> headersDeserializer;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        printTimestamp = truth(configs, "print.timestamp", printTimestamp);
        printKey = truth(configs, "print.key", printKey);
        printValue = truth(configs, "print.value", printValue);
        printPartition = truth(configs, "print.partition", printPartition);
        printOffset = truth(configs, "print.offset", printOffset);
        printHeaders = truth(configs, "print.headers", printHeaders);
        keySeparator = text(configs, "key.separator", keySeparator);
        lineSeparator = text(configs, "line.separator", lineSeparator);
        headersSeparator = text(configs, "headers.separator", headersSeparator);
        nullLiteral = text(configs, "null.literal", nullLiteral);
        keyDeserializer = deserializer(configs, "key.deserializer", true);
        valueDeserializer = deserializer(configs, "value.deserializer", false);
        headersDeserializer = deserializer(configs, "headers.deserializer", false);
    }

    private static boolean truth(Map<String, ?> configs, String key, boolean byDefault) {
        Object given = configs.get(key);
        return given == null
                ? byDefault
                : TRUE.equalsIgnoreCase(given.toString().trim());
    }

    private static byte[] text(Map<String, ?> configs, String key, byte[] byDefault) {
        Object given = configs.get(key);
        return given == null ? byDefault : bytes(given.toString());
    }

    private static @Nullable Deserializer<?> deserializer(Map<String, ?> configs, String key, boolean isKey) {
        Object name = configs.get(key);
        if (name == null || name.toString().isBlank()) {
            return null;
        }
        Deserializer<?> made = Plugins.make(name.toString(), Deserializer.class, key);
        Map<String, Object> its = new HashMap<>();
        String prefix = key + ".";
        configs.forEach((word, value) -> {
            if (word.startsWith(prefix)) {
                its.put(word.substring(prefix.length()), value);
            }
        });
        made.configure(its, isKey);
        return made;
    }

    @Override
    public void writeTo(ConsumerRecord<byte[], byte[]> consumerRecord, PrintStream output) {
        List<byte[]> parts = new ArrayList<>();
        if (printTimestamp) {
            parts.add(bytes(timestamp(consumerRecord)));
        }
        if (printPartition) {
            parts.add(bytes("Partition:" + consumerRecord.partition()));
        }
        if (printOffset) {
            parts.add(bytes("Offset:" + consumerRecord.offset()));
        }
        String topic = consumerRecord.topic();
        if (printHeaders) {
            parts.add(headers(consumerRecord));
        }
        if (printKey) {
            parts.add(shown(keyDeserializer, consumerRecord.key(), topic));
        }
        if (printValue) {
            parts.add(shown(valueDeserializer, consumerRecord.value(), topic));
        }
        write(joined(parts, keySeparator), output);
        write(lineSeparator, output);
    }

    private static void write(byte[] text, PrintStream output) {
        output.write(text, 0, text.length);
    }

    private static String timestamp(ConsumerRecord<byte[], byte[]> given) {
        if (given.timestamp() == NO_TIMESTAMP) {
            return "NO_TIMESTAMP";
        }
        return given.timestampType() + ":" + given.timestamp();
    }

    private byte[] headers(ConsumerRecord<byte[], byte[]> given) {
        List<byte[]> all = new ArrayList<>();
        for (Header header : given.headers()) {
            byte[] value = shown(headersDeserializer, header.value(), given.topic());
            all.add(joined(List.of(bytes(header.key()), value), bytes(":")));
        }
        return all.isEmpty() ? bytes("NO_HEADERS") : joined(all, headersSeparator);
    }

    private byte[] shown(@Nullable Deserializer<?> deserializer, byte @Nullable [] raw, String topic) {
        if (raw == null) {
            return nullLiteral;
        }
        return deserializer == null ? raw : bytes(String.valueOf(deserializer.deserialize(topic, raw)));
    }

    private static byte[] joined(List<byte[]> parts, byte[] separator) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length + separator.length;
        }
        byte[] all = new byte[Math.max(0, length - separator.length)];
        int at = 0;
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) {
                System.arraycopy(separator, 0, all, at, separator.length);
                at += separator.length;
            }
            System.arraycopy(parts.get(i), 0, all, at, parts.get(i).length);
            at += parts.get(i).length;
        }
        return all;
    }
}
