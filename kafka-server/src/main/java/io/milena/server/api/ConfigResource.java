package io.milena.server.api;

/** Kinds of things that have settings, by their number in requests. */
final class ConfigResource {

    static final byte TOPIC = 2;
    static final byte BROKER = 4;

    private ConfigResource() {}
}
