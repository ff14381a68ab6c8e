package io.milena.storage;

import io.milena.common.config.ConfigException;
import io.milena.storage.checkpoint.CheckpointFile;
import io.milena.storage.checkpoint.MalformedCheckpoint;
import io.milena.storage.checkpoint.MetaPropertiesFormat;
import io.milena.storage.checkpoint.MetaPropertiesFormat.Identity;
import io.milena.storage.files.AlreadyLocked;
import io.milena.storage.files.FileStore;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes possession of a log directory: its lock, its {@code meta.properties}, its checkpoint files.
 *
 * <p>A crash while a fresh directory is set up leaves some of these files missing; the next start makes them.
 */
final class LogDirOpener {

    private static final String LOCK_NAME = ".lock";
    private static final String VERSION = "0";

    private final FileStore store;
    private final DirectoryOwner owner;

    LogDirOpener(FileStore store, DirectoryOwner owner) {
        this.store = store;
        this.owner = owner;
    }

    /**
     * Locks the directory; closing the result frees it.
     *
     * @throws ConfigException if another broker uses it
     * @throws IOException if the directory cannot be used
     */
    Closeable lock(Path directory) throws IOException {
        create(directory);
        store.list(directory);
        try {
            return store.lock(directory.resolve(LOCK_NAME));
        } catch (AlreadyLocked e) {
            throw new ConfigException("log.dirs: '" + directory
                    + "' is in use by another broker (stop it, or give this one directories of its own): "
                    + e.getMessage());
        }
    }

    /** What a crash must not take away again, with all that will lie in it. */
    private void create(Path directory) throws IOException {
        List<Path> parents = new ArrayList<>();
        for (Path at = directory.toAbsolutePath(); at != null && !store.exists(at); at = at.getParent()) {
            parents.add(at.resolveSibling("."));
        }
        store.createDirectories(directory);
        for (Path parent : parents) {
            store.forceDirectory(parent.normalize());
        }
    }

    /**
     * Checks to whom the directory belongs, and makes it ours if it belongs to nobody.
     *
     * @throws ConfigException if it is another broker's or another cluster's, or does not say whose
     */
    void own(LogDir dir, long nowMs) throws IOException {
        var file = new CheckpointFile(store, dir.path().resolve(MetaPropertiesFormat.FILE_NAME));
        if (file.exists()) {
            check(file.path(), identity(file));
        } else {
            file.write(MetaPropertiesFormat.write(owner.brokerId(), owner.clusterId(), nowMs));
        }
        dir.createCheckpoints();
    }

    private static Identity identity(CheckpointFile file) throws IOException {
        try {
            return MetaPropertiesFormat.read(file.read());
        } catch (MalformedCheckpoint e) {
            throw new ConfigException(file.path() + ": " + e.getMessage() + "; it says whose the directory is: restore "
                    + "it from that of another directory of this broker, or move the directory away");
        }
    }

    private void check(Path file, Identity found) {
        if (!VERSION.equals(found.version())) {
            throw new ConfigException(file + ": version=" + found.version() + " (expected: " + VERSION
                    + ", the form of ZooKeeper clusters; a directory of another form cannot be taken over)");
        }
        String brokerId = found.brokerId();
        if (brokerId != null && !brokerId.equals(Integer.toString(owner.brokerId()))) {
            throw new ConfigException(file + ": broker.id=" + brokerId + " (expected: " + owner.brokerId()
                    + ", as configured; set broker.id=" + brokerId + " or use other log.dirs)");
        }
        String clusterId = found.clusterId();
        if (clusterId != null && !clusterId.equals(owner.clusterId())) {
            throw new ConfigException(file + ": cluster.id=" + clusterId + " (expected: " + owner.clusterId()
                    + ", the cluster of zookeeper.connect; point zookeeper.connect at the other cluster,"
                    + " or use other log.dirs)");
        }
    }
}
