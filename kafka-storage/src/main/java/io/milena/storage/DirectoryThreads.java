package io.milena.storage;

import java.nio.file.Path;
import java.util.concurrent.Executor;

/**
 * The threads that may wait for the disk of a log directory. Each directory has a few of its own, so that one whose
 * disk stalls can use up only these. Made by the composition root; they are never interrupted.
 */
@FunctionalInterface
public interface DirectoryThreads {

    /** The threads of {@code directory}; asked once for each. */
    Executor of(Path directory);
}
