package io.milena.common.config;

/** How likely it is that a user has to think about a setting. */
public enum Importance {
    HIGH,
    MEDIUM,
    LOW
}
