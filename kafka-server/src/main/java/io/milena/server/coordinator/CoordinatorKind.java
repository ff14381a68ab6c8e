package io.milena.server.coordinator;

/** What a coordinator coordinates. */
public enum CoordinatorKind {
    /** Groups, by group id. */
    GROUPS("__consumer_offsets"),
    /** Transactions, by transactional id. */
    TRANSACTIONS("__transaction_state");

    private final String topic;

    CoordinatorKind(String topic) {
        this.topic = topic;
    }

    /** Name of the topic that keeps its state. */
    public String topic() {
        return topic;
    }
}
