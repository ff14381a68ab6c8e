package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.milena.server.CommandLine.UsageException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The {@code server.properties} of the distribution. */
class ShippedConfigTest {

    private static final String SHIPPED = Path.of("../config/server.properties").toString();

    @Test
    void everySettingIsServed() throws UsageException {
        var support = KeySupport.load();

        Map<String, String> properties = CommandLine.parse(SHIPPED).properties();

        assertThat(properties).isNotEmpty();
        assertThat(properties.keySet())
                .allSatisfy(key -> assertThat(support.verdict(key)).as(key).isEqualTo(KeySupport.Verdict.SERVED));
    }

    @Test
    void brokerIsReachableFromItsOwnMachineOnly() throws UsageException {
        assertThat(CommandLine.parse(SHIPPED).properties())
                .containsEntry("listeners", "PLAINTEXT://localhost:9092")
                .containsEntry("zookeeper.embedded", "true");
    }
}
