package io.milena.storage.files;

import java.io.Closeable;
import java.io.IOException;

/** A directory that was opened to be forced later, by one who then needs no descriptor any more. */
public interface OpenDirectory extends Closeable {

    /** Makes the names in it survive a crash. */
    void force() throws IOException;
}
