package io.milena.clients.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.testkit.ReferenceJars;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Keys go to the partitions to which every other client sends them. */
class Murmur2DifferenceTest {

    private static final long SEED = 20_260_730L;

    @Test
    void keysHashAsTheyDoElsewhere() throws Exception {
        var random = new Random(SEED);
        try (URLClassLoader reference = ReferenceJars.CLIENTS_3_9.newClassLoader()) {
            Method hash =
                    reference.loadClass("org.apache.kafka.common.utils.Utils").getMethod("murmur2", byte[].class);
            for (int i = 0; i < 2_000; i++) {
                byte[] key = new byte[i < 100 ? i : random.nextInt(300)];
                random.nextBytes(key);

                assertThat(Murmur2.hash(key)).as("key %d of seed %d", i, SEED).isEqualTo(hash.invoke(null, (Object)
                        key));
            }
        }
    }
}
