package io.milena.storage.files;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/** The file system of the machine. Thread-safe. */
public final class NioFileStore implements FileStore {

    private final Sink sink = new Sink();

    @Override
    public StoreFile open(Path file) throws IOException {
        return new NioFile(FileChannel.open(file, CREATE, READ, WRITE), sink);
    }

    @Override
    public StoreFile openToRead(Path file) throws IOException {
        return new NioFile(FileChannel.open(file, READ), sink);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        names.sort(null);
        return names;
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public boolean isDirectory(Path path) {
        return Files.isDirectory(path);
    }

    @Override
    public long sizeBytes(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            return 0;
        }
    }

    @Override
    public long lastModifiedMs(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toMillis();
    }

    @Override
    public void setLastModifiedMs(Path file, long timeMs) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(timeMs));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory);
    }

    @Override
    public OpenDirectory openDirectory(Path directory) throws IOException {
        return new NioDirectory(FileChannel.open(directory, READ));
    }

    @Override
    public Closeable lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, CREATE, WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new AlreadyLocked(file + " is locked by this process already");
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw new AlreadyLocked(file + " is locked by another process");
    }

    /** One open directory. */
    private record NioDirectory(FileChannel channel) implements OpenDirectory {

        @Override
        public void force() throws IOException {
            channel.force(true);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** One open channel. */
    private record NioFile(FileChannel channel, Sink sink) implements StoreFile {

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            long at = position;
            try {
                while (source.hasRemaining()) {
                    at += channel.write(source, at);
                }
            } catch (OutOfMemoryError e) {
                throw new IOException(DiskFault.NO_MEMORY_TEXT + ": " + e.getMessage(), e);
            }
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            int total = 0;
            while (target.hasRemaining()) {
                int bytes = channel.read(target, position + total);
                if (bytes < 0) {
                    break;
                }
                total += bytes;
            }
            return total;
        }

        @Override
        public void bringToMemory(long position, long sizeBytes) throws IOException {
            sink.take(channel, position, sizeBytes);
        }

        @Override
        public long sizeBytes() throws IOException {
            return channel.size();
        }

        @Override
        public void truncate(long sizeBytes) throws IOException {
            channel.truncate(sizeBytes);
        }

        @Override
        public void force() throws IOException {
            channel.force(true);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
