package io.milena.tools;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a tool finds its cluster, under the name of today or the old one. */
final class BootstrapOption {

    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT,...",
            description = "Brokers to begin with. Required.")
    private @Nullable String bootstrapServer;

    @Option(names = "--broker-list", hidden = true, description = "The old name of --bootstrap-server.")
    private @Nullable String brokerList;

    /** The brokers given; throws {@link ToolFailure} if none are. */
    String servers() {
        String servers = bootstrapServer != null ? bootstrapServer : brokerList;
        if (servers == null) {
            throw new ToolFailure("--bootstrap-server is missing (expected: host:port, such as localhost:9092)");
        }
        return servers;
    }
}
