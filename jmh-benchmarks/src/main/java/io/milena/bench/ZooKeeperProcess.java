package io.milena.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The reference's ZooKeeper in a process of its own, for all brokers of a run. */
final class ZooKeeperProcess implements AutoCloseable {

    private final MeasuredProcess process;
    private final int port;

    private ZooKeeperProcess(MeasuredProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    static ZooKeeperProcess start(Path root, Path folder) throws IOException {
        int port = Contender.freePort();
        Path settings = Files.write(
                folder.resolve("zookeeper.properties"),
                List.of(
                        "dataDir=" + folder.resolve("data"),
                        "clientPort=" + port,
                        "clientPortAddress=127.0.0.1",
                        "maxClientCnxns=0",
                        "admin.enableServer=false"));
        var command = List.of(
                Contender.java(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                Contender.referenceJars(root),
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                settings.toString());
        return new ZooKeeperProcess(MeasuredProcess.start(command, Map.of(), folder.resolve("zookeeper.out")), port);
    }

    /** Settings of a broker that has {@code part} of the tree to itself. */
    Map<String, String> settings(String part) {
        return Map.of(
                "zookeeper.connect", "127.0.0.1:" + port + "/" + part, "zookeeper.connection.timeout.ms", "30000");
    }

    @Override
    public void close() {
        process.close();
    }
}
