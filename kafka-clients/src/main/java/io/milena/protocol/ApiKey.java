package io.milena.protocol;

/** The requests of the protocol, by the key that opens each one. */
public enum ApiKey {
    PRODUCE(0);

    private final short id;

    ApiKey(int id) {
        this.id = (short) id;
    }

    /** The number on the wire. */
    public short id() {
        return id;
    }
}
