package io.milena.testkit;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * Values that nothing compresses, and that tell whether they are whole.
 *
 * <pre>
 *   int32 checksum of the rest | random bytes
 * </pre>
 */
public final class CheckedValues {

    private CheckedValues() {}

    public static byte[] next(Random random, int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        ByteBuffer.wrap(value).putInt(checksum(value));
        return value;
    }

    public static boolean isWhole(byte[] value) {
        return value.length >= Integer.BYTES && ByteBuffer.wrap(value).getInt() == checksum(value);
    }

    private static int checksum(byte[] value) {
        var checksum = new CRC32C();
        checksum.update(value, Integer.BYTES, value.length - Integer.BYTES);
        return (int) checksum.getValue();
    }
}
