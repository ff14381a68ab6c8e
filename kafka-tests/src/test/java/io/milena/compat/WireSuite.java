package io.milena.compat;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.WireClient;
import io.milena.testkit.WireTopic;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What suites over raw sockets share: one broker per class, one connection and topics of its own per test. */
abstract class WireSuite {

    static BrokerProcess broker;

    private static final AtomicInteger TOPICS = new AtomicInteger();

    WireClient client;

    @BeforeAll
    static void startBroker(@TempDir Path folder) {
        broker = BrokerProcess.start(
                folder, Map.of("auto.create.topics.enable", "false", "group.initial.rebalance.delay.ms", "0"));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void connect() {
        client = WireClient.connect(broker.address());
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    static String newName() {
        return "wire-" + TOPICS.incrementAndGet();
    }

    WireTopic newTopic() {
        return newTopic(Map.of());
    }

    WireTopic newTopic(Map<String, String> configs) {
        return WireTopic.create(client, newName(), configs);
    }
}
