package io.milena.server.zookeeper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the credentials of the present session in a file beside the logs, readable by its owner only, so that a broker
 * that was killed can end its own old session at the next start instead of waiting for it to expire.
 *
 * <pre>
 *   version=1
 *   session=0x1000abcdef00002
 *   password=(base64)
 * </pre>
 *
 * <p>Written beside and renamed: a crash leaves the old file or the new one. A file that cannot be read is as good as
 * none. Apache Kafka looks only at folders and at names of its own in a log directory, and so ignores this file.
 */
public final class SessionFile {

    private static final Logger log = LoggerFactory.getLogger(SessionFile.class);

    private static final String NAME = ".milena-zookeeper-session";
    private static final String OWNER_ONLY = "rw-------";
    private static final String VERSION_LINE = "version=1";
    private static final String SESSION = "session=0x";
    private static final String PASSWORD = "password=";

    private final Path file;

    /** The file of the broker whose first log directory is {@code logDir}. */
    public SessionFile(Path logDir) {
        file = logDir.resolve(NAME);
    }

    /** Replaces what was kept. A failure is logged and costs only the wait for an old session. */
    public void write(SessionCredentials credentials) {
        Path fresh = file.resolveSibling(NAME + ".tmp");
        List<String> lines = List.of(
                VERSION_LINE,
                SESSION + Long.toHexString(credentials.sessionId()),
                PASSWORD + Base64.getEncoder().encodeToString(credentials.password()));
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(fresh);
            createForOwner(fresh);
            Files.write(fresh, lines, StandardCharsets.UTF_8);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            log.warn("{} could not be written; a restart after a crash will wait for the old session", file, e);
        }
    }

    private static void createForOwner(Path path) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (posix) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
            return;
        }
        Files.createFile(path);
    }

    /** What the last broker on this directory kept; null when nothing usable is there. */
    public @Nullable SessionCredentials read() {
        try {
            return parse(Files.readAllLines(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException | IllegalArgumentException e) {
            log.warn("{} could not be read; its session must expire by itself", file, e);
            return null;
        }
    }

    private static SessionCredentials parse(List<String> lines) {
        boolean wellFormed = lines.size() == 3
                && lines.get(0).equals(VERSION_LINE)
                && lines.get(1).startsWith(SESSION)
                && lines.get(2).startsWith(PASSWORD);
        if (!wellFormed) {
            throw new IllegalArgumentException("not the three lines of version 1");
        }
        return new SessionCredentials(
                Long.parseUnsignedLong(lines.get(1).substring(SESSION.length()), 16),
                Base64.getDecoder().decode(lines.get(2).substring(PASSWORD.length())));
    }

    /** Forgets the session, after it was ended in order. A failure is logged and costs the next start a moment. */
    public void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            log.warn("{} could not be deleted; the next start will end a session that is over", file, e);
        }
    }
}
