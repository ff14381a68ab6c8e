package io.milena.storage;

import io.milena.storage.files.FileStore;
import io.milena.storage.files.NioFileStore;
import io.milena.storage.files.StoreFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/** The real file system, until a directory is told to fail: then every call on a file in it does. */
final class FailingFileStore implements FileStore {

    private final FileStore real = new NioFileStore();
    private volatile Path failing = Path.of("/nowhere");

    void fail(Path directory) {
        failing = directory;
    }

    private void check(Path path) throws IOException {
        if (path.startsWith(failing)) {
            throw new IOException("told to fail: " + path);
        }
    }

    @Override
    public StoreFile open(Path file) throws IOException {
        check(file);
        return new FailingFile(file, real.open(file));
    }

    @Override
    public StoreFile openToRead(Path file) throws IOException {
        check(file);
        return new FailingFile(file, real.openToRead(file));
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        check(directory);
        return real.list(directory);
    }

    @Override
    public boolean exists(Path path) {
        return real.exists(path);
    }

    @Override
    public boolean isDirectory(Path path) {
        return real.isDirectory(path);
    }

    @Override
    public long sizeBytes(Path file) throws IOException {
        check(file);
        return real.sizeBytes(file);
    }

    @Override
    public long lastModifiedMs(Path file) throws IOException {
        check(file);
        return real.lastModifiedMs(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        check(from);
        real.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        check(path);
        real.delete(path);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        check(directory);
        real.createDirectories(directory);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        check(directory);
        real.forceDirectory(directory);
    }

    @Override
    public Closeable lock(Path file) throws IOException {
        check(file);
        return real.lock(file);
    }

    /** A file that fails with its directory. */
    private final class FailingFile implements StoreFile {

        private final Path path;
        private final StoreFile file;

        FailingFile(Path path, StoreFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            check(path);
            file.write(source, position);
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            check(path);
            return file.read(target, position);
        }

        @Override
        public void bringToMemory(long position, long sizeBytes) throws IOException {
            check(path);
            file.bringToMemory(position, sizeBytes);
        }

        @Override
        public long sizeBytes() throws IOException {
            check(path);
            return file.sizeBytes();
        }

        @Override
        public void truncate(long sizeBytes) throws IOException {
            check(path);
            file.truncate(sizeBytes);
        }

        @Override
        public void force() throws IOException {
            check(path);
            file.force();
        }

        @Override
        public FileChannel channel() {
            return file.channel();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
