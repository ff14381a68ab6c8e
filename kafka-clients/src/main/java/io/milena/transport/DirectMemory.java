package io.milena.transport;

/** What a JVM may have of direct memory ({@code -XX:MaxDirectMemorySize}), and has. Thread-safe. */
public interface DirectMemory {

    long limitBytes();

    /** Of everybody in the JVM; at least so many. */
    long usedBytes();
}
