package io.milena.storage.disk;

import io.milena.storage.disk.DiskFaults.Fate;
import io.milena.storage.files.AlreadyLocked;
import io.milena.storage.files.FileStore;
import io.milena.storage.files.OpenDirectory;
import io.milena.storage.files.StoreFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that can lose power at any call, and loses then what was not forced: bytes until their file is
 * forced, names until their folder is. It can also fail a single call, be full, and refuse to open files. Everything
 * follows from one source of chance. Thread-safe.
 */
public final class CrashingFileStore implements FileStore, DiskContent {

    public static final String NO_SPACE = "No space left on device";

    private final DiskFolder root = new DiskFolder();
    private final DiskFaults faults;
    private final Set<Path> locked = new HashSet<>();
    private int life;
    private boolean forceFailed;

    public CrashingFileStore(RandomGenerator random) {
        faults = new DiskFaults(random);
    }

    /** A call on the disk. */
    @FunctionalInterface
    private interface Call<T> {
        T run() throws IOException;
    }

    /** After so many more calls the power goes out. */
    public synchronized void powerCutAfter(int moreCalls) {
        faults.powerCutAfter(moreCalls);
    }

    /** After so many more calls one fails, with this message, or as a broken disk does if it is empty. */
    public synchronized void failAfter(int moreCalls, String message) {
        faults.failAfter(moreCalls, message);
    }

    /** While paused nothing goes wrong, and nothing is counted. */
    public synchronized void pause(boolean paused) {
        faults.isPaused = paused;
    }

    /** From now on no call fails; the power may still go out. */
    public synchronized void mend() {
        faults.mend();
    }

    /** Whatever was to go wrong does not. */
    public synchronized void heal() {
        faults.nothing();
    }

    /** From now on so many bytes can be added; what is freed can be used again. */
    public synchronized void roomLeft(long moreBytes) {
        faults.roomBytes = moreBytes == Long.MAX_VALUE ? moreBytes : root.sizeBytes() + moreBytes;
    }

    /** Whether opening a file fails for want of descriptors. */
    public synchronized void refuseOpens(boolean refused) {
        faults.opensAreRefused = refused;
    }

    /** Whether the power is out. */
    public synchronized boolean isOut() {
        return faults.isOut();
    }

    /** As any call does, if the power went out: a task in the background may have met that, and nobody heard of it. */
    public synchronized void requirePower() {
        if (faults.isOut()) {
            throw new PowerCut();
        }
    }

    /** Whether calls may fail for want of room or of descriptors. */
    public synchronized boolean isShort() {
        return faults.opensAreRefused || faults.roomBytes != Long.MAX_VALUE;
    }

    /** The power goes out, if it has not, and comes back: what was not forced may be lost, open files are closed. */
    public synchronized void restart() {
        faults.nothing();
        faults.powerIs(true);
        root.lost(faults.random);
        locked.clear();
        life++;
        forceFailed = false;
    }

    /** Whoever used the disk is dead, as if killed, and nothing is lost that was written: the power is not out. */
    public synchronized void kill() {
        faults.nothing();
        faults.powerIs(true);
        locked.clear();
        life++;
    }

    /** How many changes of names in {@code folder} a power cut may lose now. */
    public synchronized int unforcedNames(Path folder) {
        return node(folder) instanceof DiskFolder found ? found.unforcedCount() : 0;
    }

    /** As {@link #restart}, with exactly these of the changes of names in {@code folder} that were not forced. */
    public synchronized void restartWith(Path folder, BitSet survivors) {
        ((DiskFolder) Objects.requireNonNull(node(folder))).survivors(survivors);
        restart();
    }

    /** Whether the force of a file failed in this life. */
    public synchronized boolean hasForceFailed() {
        return forceFailed;
    }

    /** Calls until now. */
    public synchronized int calls() {
        return faults.calls;
    }

    /** Which {@link #calls}, counted from 0, were to rename, to delete or to force: they decide what survives. */
    public synchronized Set<Integer> decisiveCalls() {
        return Set.copyOf(faults.decisiveCalls);
    }

    /** Without any fault. */
    @Override
    public synchronized byte @Nullable [] bytes(Path file) {
        return node(file) instanceof DiskFile found ? found.seen().clone() : null;
    }

    /** Puts a file there as a whole, forced. */
    public synchronized void put(Path file, byte[] bytes) {
        DiskFolder folder = (DiskFolder) Objects.requireNonNull(node(parent(file)));
        var made = new DiskFile();
        made.write(bytes, 0);
        made.force();
        folder.add(name(file), made);
        folder.force();
    }

    /** Without any fault. */
    @Override
    public synchronized List<String> names(Path folder) {
        return node(folder) instanceof DiskFolder found ? found.names() : List.of();
    }

    private static Path parent(Path path) {
        Path parent = path.toAbsolutePath().getParent();
        return parent == null ? Path.of("/") : parent;
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    private @Nullable Object node(Path path) {
        Object at = root;
        for (Path part : path.toAbsolutePath()) {
            at = at instanceof DiskFolder folder ? folder.get(part.toString()) : null;
        }
        return at;
    }

    private DiskFolder folder(Path path) throws IOException {
        if (node(path) instanceof DiskFolder folder) {
            return folder;
        }
        throw new NoSuchFileException(path.toString());
    }

    private synchronized <T> T call(Object what, Call<T> call) throws IOException {
        Fate fate = faults.next();
        if (fate == Fate.FAILED) {
            throw faults.failure(what);
        }
        if (fate == Fate.CUT_BEFORE) {
            throw new PowerCut();
        }
        T result = call.run();
        if (fate == Fate.CUT_AFTER) {
            throw new PowerCut();
        }
        return result;
    }

    private void act(Object what, Call<?> call) throws IOException {
        call(what, call);
    }

    private synchronized void decide(Object what, Call<?> call) throws IOException {
        faults.nextIsDecisive();
        call(what, call);
    }

    @Override
    public StoreFile open(Path file) throws IOException {
        return call(file, () -> {
            checkDescriptors(file);
            DiskFolder folder = folder(parent(file));
            if (folder.get(name(file)) instanceof DiskFile found) {
                return new OpenFile(file, found, life);
            }
            checkRoom(1);
            var made = new DiskFile();
            folder.add(name(file), made);
            return new OpenFile(file, made, life);
        });
    }

    @Override
    public StoreFile openToRead(Path file) throws IOException {
        return call(file, () -> {
            checkDescriptors(file);
            if (node(file) instanceof DiskFile found) {
                return new OpenFile(file, found, life);
            }
            throw new NoSuchFileException(file.toString());
        });
    }

    private void checkDescriptors(Path file) throws IOException {
        if (faults.opensAreRefused && !faults.isPaused) {
            throw new FileSystemException(file.toString(), null, "Too many open files");
        }
    }

    private void checkRoom(long moreBytes) throws IOException {
        if (faults.roomBytes != Long.MAX_VALUE && root.sizeBytes() + moreBytes > faults.roomBytes) {
            throw new IOException(NO_SPACE);
        }
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        return call(directory, () -> {
            checkDescriptors(directory);
            if (node(directory) instanceof DiskFile) {
                throw new NotDirectoryException(directory.toString());
            }
            return folder(directory).names();
        });
    }

    @Override
    public synchronized boolean exists(Path path) {
        return node(path) != null;
    }

    @Override
    public synchronized boolean isDirectory(Path path) {
        return node(path) instanceof DiskFolder;
    }

    @Override
    public long sizeBytes(Path file) throws IOException {
        return call(file, () -> node(file) instanceof DiskFile found ? (long) found.sizeBytes() : 0L);
    }

    @Override
    public long lastModifiedMs(Path file) throws IOException {
        return call(file, () -> {
            if (node(file) instanceof DiskFile found) {
                return found.lastModifiedMs;
            }
            throw new NoSuchFileException(file.toString());
        });
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        decide(from, () -> {
            DiskFolder folder = folder(parent(from));
            if (folder.get(name(from)) == null) {
                throw new NoSuchFileException(from.toString());
            }
            if (!parent(from).equals(parent(to))) {
                throw new FileSystemException(from.toString(), to.toString(), "renamed out of its folder");
            }
            folder.rename(name(from), name(to));
            return true;
        });
    }

    @Override
    public void delete(Path path) throws IOException {
        decide(path, () -> {
            if (node(path) instanceof DiskFolder full && !full.names().isEmpty()) {
                throw new FileSystemException(path.toString(), null, "Directory not empty");
            }
            if (node(path) != null) {
                folder(parent(path)).remove(name(path));
            }
            return true;
        });
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        act(directory, () -> {
            DiskFolder at = root;
            for (Path part : directory.toAbsolutePath()) {
                if (at.get(part.toString()) == null) {
                    checkRoom(1);
                    at.add(part.toString(), new DiskFolder());
                }
                at = (DiskFolder) Objects.requireNonNull(at.get(part.toString()));
            }
            return true;
        });
    }

    @Override
    public OpenDirectory openDirectory(Path directory) throws IOException {
        return call(directory, () -> {
            checkDescriptors(directory);
            folder(directory);
            return new OpenFolder(directory);
        });
    }

    @Override
    public Closeable lock(Path file) throws IOException {
        open(file).close();
        synchronized (this) {
            if (!locked.add(file)) {
                throw new AlreadyLocked(file + " is locked by this process already");
            }
            int mine = life;
            return () -> unlock(file, mine);
        }
    }

    private synchronized void unlock(Path file, int lockedIn) {
        if (lockedIn == life) {
            locked.remove(file);
        }
    }

    /** A folder as somebody opened it. */
    private final class OpenFolder implements OpenDirectory {

        private final Path path;

        OpenFolder(Path path) {
            this.path = path;
        }

        @Override
        public void force() throws IOException {
            decide(path, () -> {
                folder(path).force();
                return true;
            });
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }

    /** A file as somebody opened it, until the power goes out or whoever did is dead. */
    private final class OpenFile implements StoreFile {

        private final Path path;
        private final DiskFile file;
        private final int openedIn;

        OpenFile(Path path, DiskFile file, int openedIn) {
            this.path = path;
            this.file = file;
            this.openedIn = openedIn;
        }

        private <T> T use(Call<T> call) throws IOException {
            if (openedIn != life) {
                throw new PowerCut();
            }
            return call(path, call);
        }

        /** A write that fails has written a part; so has one that finds too little room. */
        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            synchronized (CrashingFileStore.this) {
                byte[] bytes = new byte[source.remaining()];
                source.get(bytes);
                try {
                    use(() -> writeWhatFits(bytes, (int) position));
                } catch (IOException e) {
                    if (!CrashingFileStore.NO_SPACE.equals(e.getMessage())) {
                        int part = faults.random.nextInt(bytes.length + 1);
                        file.write(Arrays.copyOf(bytes, part), (int) position);
                    }
                    throw e;
                }
            }
        }

        private boolean writeWhatFits(byte[] bytes, int position) throws IOException {
            long grows = Math.max(0, position + bytes.length - file.sizeBytes());
            long room = faults.roomBytes == Long.MAX_VALUE ? grows : faults.roomBytes - root.sizeBytes();
            if (room < grows) {
                int fits = (int) Math.max(0, bytes.length - (grows - Math.max(0, room)));
                file.write(Arrays.copyOf(bytes, fits), position);
                throw new IOException(NO_SPACE);
            }
            file.write(bytes, position);
            return true;
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return use(() -> {
                int available = (int) Math.max(0, file.sizeBytes() - position);
                int count = Math.min(available, target.remaining());
                target.put(file.seen(), (int) Math.min(position, file.sizeBytes()), count);
                return count;
            });
        }

        @Override
        public void bringToMemory(long position, long sizeBytes) {
            // It is there.
        }

        @Override
        public long sizeBytes() throws IOException {
            return use(() -> (long) file.sizeBytes());
        }

        @Override
        public void truncate(long sizeBytes) throws IOException {
            use(() -> {
                file.truncate((int) sizeBytes);
                return true;
            });
        }

        /** One that fails loses what it should have kept, for good. */
        @Override
        public void force() throws IOException {
            try {
                faults.nextIsDecisive();
                use(() -> {
                    file.force();
                    return true;
                });
            } catch (IOException e) {
                forceFailed = true;
                file.forceFailed(faults.random);
                throw e;
            }
        }

        @Override
        public FileChannel channel() {
            throw new UnsupportedOperationException("a disk in memory has no channels");
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
