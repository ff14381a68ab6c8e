package io.milena.examples;

import io.milena.common.serialization.Deserializer;
import io.milena.common.serialization.Serializer;
import java.nio.ByteBuffer;

// example: serializer
/** How warm it is, in degrees Celsius; eight bytes. */
record Temperature(double celsius) {

    /** Makes bytes of it. */
    static final class ToBytes implements Serializer<Temperature> {
        @Override
        public byte[] serialize(String topic, Temperature it) {
            return ByteBuffer.allocate(Double.BYTES).putDouble(it.celsius()).array();
        }
    }

    /** Makes it of bytes. */
    static final class FromBytes implements Deserializer<Temperature> {
        @Override
        public Temperature deserialize(String topic, byte[] data) {
            return new Temperature(ByteBuffer.wrap(data).getDouble());
        }
    }
}
// end of example
