package io.milena.server.zookeeper;

/** The text of a node is not what its kind should hold; the message names the field, and what was expected. */
public final class MalformedZnode extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** {@code what} names field and value, and what was expected. */
    public MalformedZnode(String what, Throwable cause) {
        super(what, cause);
    }

    public MalformedZnode(String what) {
        super(what);
    }
}
