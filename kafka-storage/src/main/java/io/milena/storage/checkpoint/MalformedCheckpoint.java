package io.milena.storage.checkpoint;

/** A checkpoint that cannot be read: says which line, what it holds and what was expected. */
public final class MalformedCheckpoint extends Exception {

    private static final long serialVersionUID = 1L;

    private static final int MOST_CHARACTERS = 100;

    public MalformedCheckpoint(int line, String found, String expected) {
        super("line " + line + ": '" + printable(found) + "' (expected: " + expected + ")");
    }

    /** Garbage may be long, and may be anything: the line that tells of it must stay one. */
    private static String printable(String found) {
        String start = found.length() > MOST_CHARACTERS ? found.substring(0, MOST_CHARACTERS) + "..." : found;
        return start.replaceAll("\\p{Cntrl}", "?");
    }
}
