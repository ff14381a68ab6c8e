package io.milena.record;

/** Message sets of formats 0 and 1. */
public final class LegacyMessages {

    private LegacyMessages() {}
}
