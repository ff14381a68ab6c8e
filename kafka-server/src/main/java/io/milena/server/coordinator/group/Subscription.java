package io.milena.server.coordinator.group;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a broker reads in the metadata of a consumer: its topics. All versions begin alike.
 *
 * <pre>
 *   int16 version   int32 count   count x (int16 length, UTF-8)   ...
 * </pre>
 */
final class Subscription {

    /** The protocol type of groups whose members have such metadata. */
    static final String CONSUMER = "consumer";

    private Subscription() {}

    /** The topics of one member; null if this is no subscription. */
    @Nullable
    static Set<String> topicsIn(byte[] metadata) {
        var bytes = ByteBuffer.wrap(metadata);
        try {
            return bytes.getShort() < 0 ? null : topics(bytes);
        } catch (BufferUnderflowException e) {
            return null;
        }
    }

    @Nullable
    private static Set<String> topics(ByteBuffer bytes) {
        int count = bytes.getInt();
        if (count < 0 || count > bytes.remaining() / Short.BYTES) {
            return null;
        }
        Set<String> topics = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            int length = bytes.getShort();
            if (length < 0 || length > bytes.remaining()) {
                return null;
            }
            byte[] name = new byte[length];
            bytes.get(name);
            topics.add(new String(name, StandardCharsets.UTF_8));
        }
        return topics;
    }
}
