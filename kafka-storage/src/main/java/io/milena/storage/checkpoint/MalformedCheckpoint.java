package io.milena.storage.checkpoint;

/** A checkpoint that cannot be read: says which line, what it holds and what was expected. */
public final class MalformedCheckpoint extends Exception {

    private static final long serialVersionUID = 1L;

    public MalformedCheckpoint(int line, String found, String expected) {
        super("line " + line + ": '" + found + "' (expected: " + expected + ")");
    }
}
