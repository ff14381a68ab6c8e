package io.milena.common;

import java.util.Map;

/** Something of an application's that the library makes by its class name, and then tells its configuration. */
public interface Configurable {

    /** Called once after the constructor, with what the client was given. */
    void configure(Map<String, ?> configs);
}
