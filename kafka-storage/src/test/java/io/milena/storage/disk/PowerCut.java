package io.milena.storage.disk;

/** The power went out during a call. An error, so that nothing of ours takes it for one that it may handle. */
public final class PowerCut extends Error {

    private static final long serialVersionUID = 1L;

    PowerCut() {
        super("power cut", null, false, false);
    }
}
