package io.milena.storage.disk;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands on a disk, for tests that look at files and not at objects. */
public interface DiskContent {

    /** Names in a folder; none if there is no such folder. */
    List<String> names(Path folder);

    /** What stands in a file; null if there is none. */
    byte @Nullable [] bytes(Path file);
}
