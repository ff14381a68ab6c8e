package io.milena.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names as the reference spells them. */
class ObjectNamesTest {

    @Test
    void keysKeepTheirOrder() {
        var name = ObjectNames.of("kafka.cluster", "Partition", "UnderReplicated")
                .with("topic", "my.topic-1_x")
                .with("partition", 3);

        assertThat(name)
                .hasToString("kafka.cluster:type=Partition,name=UnderReplicated,topic=my.topic-1_x,partition=3");
    }

    @Test
    void unusualValuesAreQuoted() {
        var name =
                ObjectNames.of("kafka.log", "LogManager", "LogDirectoryOffline").with("logDirectory", "/var/lib/kafka");

        assertThat(name)
                .hasToString("kafka.log:type=LogManager,name=LogDirectoryOffline,logDirectory=\"/var/lib/kafka\"");
        assertThat(ObjectNames.sanitized("a\"b*?")).isEqualTo("\"a\\\"b\\*\\?\"");
    }

    @Test
    void emptyTagsAreLeftOut() {
        assertThat(ObjectNames.of("a", "B", "C").with("topic", "")).hasToString("a:type=B,name=C");
    }
}
