package io.milena.server.zookeeper;

import io.milena.common.time.Scheduler;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxn;
import org.apache.zookeeper.server.ZKDatabase;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.util.ServiceUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ZooKeeper server inside the broker's process, so that one command starts a working system. A real one: its data may
 * be given to a server of its own later.
 *
 * <p>It starts first and stops last. No admin server, no MBeans, no four-letter words but {@code ruok} and
 * {@code srvr}; what would end the process is told to the broker instead. A start takes no snapshot of its own, as a
 * plain server would at every start: the log is replayed, which is short, and only when {@link #MOST_LOGS} have
 * gathered a snapshot takes their place. Every transaction is forced, so whatever was answered is there after a kill.
 *
 * <p>Its threads are those of the ZooKeeper library. {@link #start} and {@link #stop} belong to one thread.
 */
public final class EmbeddedZooKeeper {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedZooKeeper.class);

    /** A start adds a log file of at least this size; the library's own 64 MiB would be felt. */
    private static final int PREALLOCATED_BYTES = 64 * 1024;

    /** Transactions between snapshots, about; replaying as many takes a tenth of a second. */
    private static final int TRANSACTIONS_PER_SNAPSHOT = 10_000;

    /** Log files since the last snapshot that a start accepts; beyond, it takes a snapshot. */
    private static final int MOST_LOGS = 16;

    private static final int SNAPSHOTS_KEPT = 3;
    private static final Duration BETWEEN_PURGES = Duration.ofHours(1);
    private static final int UNLIMITED = 0;
    private static final int DEFAULT_BACKLOG = -1;
    private static final String LOCK_FILE = ".lock";

    private final EmbeddedZooKeeperConfig config;
    private final Scheduler worker;
    private final FileChannel lockFile;
    private final FileTxnSnapLog files;
    private final NIOServerCnxnFactory connections;
    private Scheduler.@Nullable Timer nextPurge;

    private EmbeddedZooKeeper(
            EmbeddedZooKeeperConfig config, Scheduler worker, FileChannel lockFile, Consumer<String> onFailure)
            throws IOException, InterruptedException {
        this.config = config;
        this.worker = worker;
        this.lockFile = lockFile;
        File directory = config.dataDir().toFile();
        files = new FileTxnSnapLog(directory, directory);
        var server = new Server(files, load(files), config, onFailure);
        server.forgetDeadSessions();
        connections = new Connections();
        connections.configure(new InetSocketAddress(config.host(), config.port()), UNLIMITED, DEFAULT_BACKLOG, false);
        connections.startup(server, true);
        snapshotIfManyLogs(server);
    }

    /**
     * Starts a server and returns when it serves.
     *
     * @param worker where old files are purged; it may block
     * @param onFailure told when the server can no longer serve, such as when its disk is full
     * @throws UncheckedIOException if the data directory or the port cannot be had
     */
    public static EmbeddedZooKeeper start(
            EmbeddedZooKeeperConfig config, Scheduler worker, Consumer<String> onFailure) {
        settingsOfTheLibrary(onFailure);
        FileChannel lockFile = lock(config.dataDir());
        try {
            var zookeeper = new EmbeddedZooKeeper(config, worker, lockFile, onFailure);
            log.info("ZooKeeper serves at {} out of {}", zookeeper.connectString(), config.dataDir());
            worker.execute(zookeeper::purge);
            return zookeeper;
        } catch (IOException e) {
            close(lockFile);
            throw new UncheckedIOException(
                    "embedded ZooKeeper at " + config.host() + ":" + config.port() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            close(lockFile);
            throw new IllegalStateException("interrupted while starting ZooKeeper", e);
        }
    }

    /** The library reads these only from the properties of the JVM; what the user set stays. */
    private static void settingsOfTheLibrary(Consumer<String> onFailure) {
        setUnlessSet("zookeeper.4lw.commands.whitelist", "ruok,srvr");
        setUnlessSet("zookeeper.nio.numSelectorThreads", "1");
        setUnlessSet("zookeeper.maxCnxns", Integer.toString(UNLIMITED));
        setUnlessSet("zookeeper.nio.numWorkerThreads", "0");
        setUnlessSet("zookeeper.snapCount", Integer.toString(TRANSACTIONS_PER_SNAPSHOT));
        FileTxnLog.setPreallocSize(PREALLOCATED_BYTES);
        ServiceUtils.setSystemExitProcedure(code -> onFailure.accept("ZooKeeper gave up with exit code " + code));
    }

    private static void setUnlessSet(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }

    /** Two servers on one directory would spoil it for both. */
    private static FileChannel lock(Path dataDir) {
        FileChannel channel = null;
        try {
            Files.createDirectories(dataDir);
            channel = FileChannel.open(dataDir.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            log.debug("{} is locked by this process", dataDir, e);
        } catch (IOException e) {
            throw new UncheckedIOException("embedded ZooKeeper cannot use " + dataDir + ": " + e.getMessage(), e);
        }
        close(channel);
        throw new UncheckedIOException(new IOException("embedded ZooKeeper: another process serves out of " + dataDir));
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            log.warn("lock file could not be closed", e);
        }
    }

    private static ZKDatabase load(FileTxnSnapLog files) throws IOException {
        var database = new ZKDatabase(files);
        database.loadDataBase();
        return database;
    }

    private void snapshotIfManyLogs(ZooKeeperServer server) throws IOException {
        File snapshot = files.findMostRecentSnapshot();
        long from = snapshot == null ? 0 : PurgePlan.zxidOf(snapshot.getName());
        if (files.getSnapshotLogs(from).length > MOST_LOGS) {
            server.takeSnapshot();
        }
    }

    /** Deletes what no snapshot that is kept needs, now and every hour. Runs on the worker. */
    private void purge() {
        nextPurge = worker.after(BETWEEN_PURGES, this::purge);
        File[] found = files.getSnapDir().listFiles();
        List<String> names = found == null
                ? List.of()
                : List.of(found).stream().map(File::getName).toList();
        for (String name : PurgePlan.superfluous(names, SNAPSHOTS_KEPT)) {
            File file = new File(files.getSnapDir(), name);
            if (!file.delete()) {
                log.warn("{} could not be deleted", file);
            }
        }
    }

    /** What clients put into {@code zookeeper.connect}. */
    public String connectString() {
        String host = config.host();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port();
    }

    public int port() {
        return connections.getLocalPort();
    }

    /** Stops serving and closes the files. Blocks. */
    public void stop() {
        worker.execute(this::cancelPurge);
        connections.shutdown();
        try {
            files.close();
        } catch (IOException e) {
            log.warn("files of ZooKeeper could not be closed", e);
        }
        close(lockFile);
        log.info("ZooKeeper has stopped");
    }

    private void cancelPurge() {
        if (nextPurge != null) {
            nextPurge.cancel();
        }
    }

    /** The library's server, told what to do about trouble. Thread rules are the library's. */
    private static final class Server extends ZooKeeperServer {

        private final Consumer<String> onFailure;

        Server(FileTxnSnapLog files, ZKDatabase database, EmbeddedZooKeeperConfig config, Consumer<String> onFailure) {
            super(
                    files,
                    config.tickMs(),
                    config.tickMs(),
                    Math.toIntExact(EmbeddedZooKeeperConfig.LONGEST_SESSION.toMillis()),
                    DEFAULT_BACKLOG,
                    database,
                    "");
            this.onFailure = onFailure;
            setZxid(database.getDataTreeLastProcessedZxid());
        }

        /** What the library does when it loads the data itself: nodes of sessions that nobody can resume go. */
        void forgetDeadSessions() {
            ZKDatabase database = getZKDatabase();
            for (long session : List.copyOf(database.getSessions())) {
                if (!database.getSessionWithTimeOuts().containsKey(session)) {
                    killSession(session, database.getDataTreeLastProcessedZxid());
                }
            }
        }

        @Override
        protected void setState(State next) {
            super.setState(next);
            if (next == State.ERROR) {
                onFailure.accept("ZooKeeper can no longer serve");
            }
        }

        @Override
        protected void registerJMX() {}

        @Override
        protected void unregisterJMX() {}

        /** The library's own metrics have no reader here, and making them asks the JVM for all its beans. */
        @Override
        protected void registerMetrics() {}

        @Override
        protected void unregisterMetrics() {}
    }

    /**
     * The library's connections without an MBean for each: the broker's MBeans are those of Kafka, and asking for the
     * platform's MBean server would cost a tenth of a second at every start.
     */
    private static final class Connections extends NIOServerCnxnFactory {

        @Override
        public void registerConnection(ServerCnxn connection) {}
    }
}
