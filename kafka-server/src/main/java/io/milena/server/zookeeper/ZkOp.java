package io.milena.server.zookeeper;

import org.jspecify.annotations.Nullable;

/** One operation of a multi: all of them happen, or none. The arrays are not to be changed. */
public sealed interface ZkOp {

    /** Stands for "whatever the version is". */
    int ANY_VERSION = -1;

    String path();

    /** Makes a node. */
    record Create(String path, byte @Nullable [] data, Kind kind) implements ZkOp {}

    /** Replaces the data of a node that has {@code version}. */
    record Set(String path, byte[] data, int version) implements ZkOp {}

    /** Removes a node that has {@code version} and no children. */
    record Delete(String path, int version) implements ZkOp {}

    /** Changes nothing, and fails unless the node has {@code version}. */
    record Check(String path, int version) implements ZkOp {}

    static ZkOp persistent(String path, byte @Nullable [] data) {
        return new Create(path, data, Kind.PERSISTENT);
    }

    /** How long a new node lives, and who completes its name. */
    enum Kind {
        PERSISTENT,
        /** ZooKeeper adds ten digits to the name. */
        PERSISTENT_SEQUENTIAL,
        /** Goes away with the session. */
        EPHEMERAL
    }
}
