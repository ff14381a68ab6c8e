package io.milena.compat.peer;

import io.milena.testkit.BrokerProcess;
import io.milena.testkit.BrokerProcess.Kind;
import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A version of Apache Kafka's broker that our clients are tested against.
 *
 * <p>One broker of each is started when the first test class of a JVM wants it, and ends with the JVM: the start of one
 * takes longer than most classes. Tests run side by side and use topics, groups and ids of their own, and one
 * that looks at all of a broker is {@link org.junit.jupiter.api.parallel.Isolated}. Thread-safe.
 */
public enum Peer {
    /** With a ZooKeeper. */
    APACHE_3_9_2(Kind.REFERENCE),
    /** Its own controller. */
    APACHE_4_4_0(Kind.REFERENCE_4_4);

    private static final Map<String, String> SETTINGS = Map.of(
            "auto.create.topics.enable", "false",
            "group.initial.rebalance.delay.ms", "0",
            "offsets.topic.num.partitions", "3",
            "transaction.state.log.num.partitions", "3");

    private final Kind kind;
    private @Nullable BrokerProcess broker;

    Peer(Kind kind) {
        this.kind = kind;
    }

    public synchronized BrokerProcess broker() {
        if (broker == null) {
            Path folder = newFolder();
            BrokerProcess started = BrokerProcess.start(kind, folder, SETTINGS);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(started, folder), "end-of-" + name()));
            broker = started;
        }
        return broker;
    }

    private Path newFolder() {
        try {
            Path target = Files.createDirectories(ReferenceJars.moduleFolder().resolve("target"));
            return Files.createTempDirectory(target, name());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nobody wants its data any more, so it need not say good-bye. */
    private static void end(BrokerProcess broker, Path folder) {
        broker.kill();
        broker.close();
        try {
            Files.walkFileTree(folder, new Removal());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes all that is visited. */
    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem) throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
