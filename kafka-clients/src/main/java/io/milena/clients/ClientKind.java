package io.milena.clients;

import io.milena.common.KafkaException;
import java.util.function.Supplier;

/** Which client stands on this floor, as its metrics name it, and what is said when there can be none. */
public enum ClientKind {
    PRODUCER("kafka.producer", "producer", "Failed to construct kafka producer"),
    CONSUMER("kafka.consumer", "consumer", "Failed to construct kafka consumer"),
    ADMIN("kafka.admin.client", "admin-client", "Failed to create new KafkaAdminClient");

    private final String domain;
    private final String prefix;
    private final String failure;

    ClientKind(String domain, String prefix, String failure) {
        this.domain = domain;
        this.prefix = prefix;
        this.failure = failure;
    }

    /**
     * What {@code making} makes of settings that are allowed each by itself.
     *
     * @throws KafkaException if it cannot, saying which client there is not; its cause says why
     */
    public <T> T make(String clientId, Supplier<T> making) {
        try {
            return making.get();
        } catch (RuntimeException e) {
            throw new KafkaException(failure + " " + clientId + ": " + e.getMessage(), e);
        }
    }

    /** Before the colon of its MBeans. */
    public String domain() {
        return domain;
    }

    /** How the types of its MBeans begin: {@code producer} in {@code producer-metrics}. */
    public String prefix() {
        return prefix;
    }
}
