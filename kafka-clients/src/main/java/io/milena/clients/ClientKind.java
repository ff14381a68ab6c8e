package io.milena.clients;

/** Which client stands on this floor, as its metrics name it. */
public enum ClientKind {
    PRODUCER("kafka.producer", "producer"),
    CONSUMER("kafka.consumer", "consumer"),
    ADMIN("kafka.admin.client", "admin-client");

    private final String domain;
    private final String prefix;

    ClientKind(String domain, String prefix) {
        this.domain = domain;
        this.prefix = prefix;
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
