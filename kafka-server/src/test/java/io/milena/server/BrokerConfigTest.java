package io.milena.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.milena.common.config.ConfigException;
import io.milena.server.api.AdminServices;
import io.milena.server.controller.ControllerConfig;
import io.milena.server.settings.ConfigCatalogue;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A broker's settings as a whole: what is resolved, derived and refused. */
class BrokerConfigTest {

    private static final long MEMORY = 1L << 28;
    private static final Map<String, String> LEAST = Map.of("broker.id", "3", "zookeeper.embedded", "true");

    private static BrokerConfig from(Map<String, String> more) {
        Map<String, String> properties = new TreeMap<>(LEAST);
        properties.putAll(more);
        var around = new BrokerConfig.Surroundings(Path.of("/opt/milena"), () -> "here.example", MEMORY);
        return BrokerConfig.from(properties, around, ConfigCatalogue.load());
    }

    @Test
    void relativeFoldersBeginAtTheInstallation() {
        BrokerConfig config = from(Map.of("log.dirs", "data/a, /elsewhere/b"));

        assertThat(config.rooms().storage().directories())
                .containsExactly(Path.of("/opt/milena/data/a"), Path.of("/elsewhere/b"));
        assertThat(config.rooms().zookeeper().embedded().orElseThrow().dataDir())
                .isEqualTo(Path.of("/opt/milena/data/zookeeper"));
    }

    @Test
    void theEmbeddedZooKeeperListensOnItsUsualPortOfTheLoopbackAddressUnlessToldOtherwise() {
        var usual = from(Map.of()).rooms().zookeeper().embedded().orElseThrow();
        var other = from(Map.of("zookeeper.embedded.port", "0", "zookeeper.embedded.host", "0.0.0.0"))
                .rooms()
                .zookeeper()
                .embedded()
                .orElseThrow();

        assertThat(usual.host()).isEqualTo("127.0.0.1");
        assertThat(usual.port()).isEqualTo(2181);
        assertThat(other.host()).isEqualTo("0.0.0.0");
        assertThat(other.port()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"data, data/zookeeper", "data/zookeeper, data/zookeeper", "data/zookeeper/logs, data/zookeeper"})
    void theDataOfZooKeeperIsNeitherInsideALogDirectoryNorAroundIt(String logs, String zookeeper) {
        assertThatThrownBy(() -> from(Map.of("log.dirs", logs, "zookeeper.embedded.data.dir", zookeeper)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("zookeeper.embedded.data.dir");
    }

    @Test
    void settingsOfTheBrokerBecomeThoseOfTopics() {
        BrokerConfig config = from(Map.of("log.retention.hours", "1"));

        assertThat(config.topics().logs()).containsEntry("retention.ms", "3600000");
    }

    @Test
    void topicsAreCreatedWhenNamedAndMayBeDeletedUnlessThatIsDisabled() {
        BrokerConfig usual = from(Map.of());
        BrokerConfig strict = from(Map.of("auto.create.topics.enable", "false", "delete.topic.enable", "false"));

        assertThat(usual.topics().autoCreation()).isEqualTo(AdminServices.AutoCreation.ENABLED);
        assertThat(usual.topics().deletion()).isEqualTo(ControllerConfig.Deletion.ENABLED);
        assertThat(strict.topics().autoCreation()).isEqualTo(AdminServices.AutoCreation.DISABLED);
        assertThat(strict.topics().deletion()).isEqualTo(ControllerConfig.Deletion.DISABLED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.0", "3.0-IV1", "3.9", "3.9-IV0"})
    void theProtocolsOfTheLastZooKeeperReleasesAreSpoken(String version) {
        assertThat(from(Map.of("inter.broker.protocol.version", version))
                        .brokerId()
                        .value())
                .isEqualTo(3);
    }

    @Test
    void whatIsMissingOrTooOldStopsTheStart() {
        assertThatThrownBy(() -> from(Map.of("inter.broker.protocol.version", "2.8-IV1")))
                .hasMessageContaining("3.0 to 3.9");
        assertThatThrownBy(() -> from(Map.of("broker.id", "-1"))).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> from(Map.of("zookeeper.embedded", "false"))).hasMessageContaining("zookeeper.connect");
        assertThatThrownBy(() -> from(Map.of("zookeeper.connect", "localhost:2181")))
                .hasMessageContaining("zookeeper.embedded=true");
    }
}
