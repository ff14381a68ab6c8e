package io.milena.storage.cleaner;

/**
 * A log cannot be cleaned because of what is in it: a batch that is not sound, or one that does not fit. Nothing of the
 * log was changed.
 */
final class Uncleanable extends Exception {

    private static final long serialVersionUID = 1L;

    Uncleanable(String why) {
        super(why);
    }

    Uncleanable(String why, Throwable cause) {
        super(why, cause);
    }
}
