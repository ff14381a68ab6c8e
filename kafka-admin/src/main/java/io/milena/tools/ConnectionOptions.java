package io.milena.tools;

import io.milena.admin.Admin;
import io.milena.admin.AdminClientConfig;
import io.milena.clients.CommonClientConfigs;
import io.milena.common.KafkaException;
import io.milena.common.KafkaFuture;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the cluster is, for tools that look at it or change it. Filled by picocli. */
final class ConnectionOptions {

    @Option(
            names = "--bootstrap-server",
            required = true,
            paramLabel = "HOST:PORT,...",
            description = "Brokers to begin with. Required.")
    private String bootstrapServer = "";

    @Option(
            names = "--command-config",
            paramLabel = "FILE",
            description = "A file with further settings of the admin client, one key=value a line.")
    private @Nullable String commandConfig;

    /** A new client, for the caller to close. */
    Admin connect() {
        Map<String, Object> settings = new LinkedHashMap<>();
        // Nobody looks at the beans of so short a process, and making them takes longer than most of its work.
        settings.put(CommonClientConfigs.AUTO_INCLUDE_JMX_REPORTER_CONFIG, "false");
        if (commandConfig != null) {
            settings.putAll(PropertiesFile.read(commandConfig));
        }
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServer);
        return Admin.create(settings);
    }

    /**
     * Waits for what a call comes to.
     *
     * @throws KafkaException as the call failed
     */
    static <T extends @Nullable Object> T await(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException cause) {
                throw cause;
            }
            throw new ToolFailure(String.valueOf(e.getCause()), e);
        } catch (InterruptedException e) {
            throw new ToolFailure("interrupted", e);
        }
    }
}
