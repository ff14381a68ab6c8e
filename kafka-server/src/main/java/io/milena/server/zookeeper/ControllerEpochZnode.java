package io.milena.server.zookeeper;

import java.nio.charset.StandardCharsets;

/** Text of {@code /controller_epoch}: a plain decimal number, one more at each election. */
public final class ControllerEpochZnode {

    /** What the node holds before the first election. */
    public static final int BEFORE_THE_FIRST = 0;

    private ControllerEpochZnode() {}

    public static byte[] encode(int epoch) {
        return Integer.toString(epoch).getBytes(StandardCharsets.UTF_8);
    }

    public static int decode(byte[] data) {
        String text = new String(data, StandardCharsets.UTF_8);
        try {
            return Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            throw new MalformedZnode("controller epoch: '" + text + "' (expected: a whole number)", e);
        }
    }
}
