package io.milena.storage.checkpoint;

import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Text of {@code meta.properties}, which says to which broker of which cluster a log directory belongs.
 *
 * <pre>
 *   #
 *   #Sun Nov 29 10:58:48 UTC 2026
 *   broker.id=1
 *   version=0
 *   cluster.id=TRoVM4HrSCWm3UWZndUwJA
 * </pre>
 *
 * <p>Java properties; the order of the keys does not matter. Version 0 is the form of ZooKeeper clusters.
 */
public final class MetaPropertiesFormat {

    public static final String FILE_NAME = "meta.properties";

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss zzz yyyy", Locale.ROOT);

    private MetaPropertiesFormat() {}

    public static String write(int brokerId, String clusterId, long nowMs) {
        String date = DATE.format(Instant.ofEpochMilli(nowMs).atZone(ZoneId.of("UTC")));
        return "#\n#" + date + "\nbroker.id=" + brokerId + "\nversion=0\ncluster.id=" + clusterId + "\n";
    }

    /** Reads the whole text; a file without version is none of any known form. */
    public static Identity read(String text) throws MalformedCheckpoint {
        var properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException e) {
            throw new MalformedCheckpoint(1, String.valueOf(e.getMessage()), "Java properties");
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
        String version = properties.getProperty("version");
        if (version == null) {
            throw new MalformedCheckpoint(1, text.lines().findFirst().orElse(""), "a line with version=0");
        }
        return new Identity(version, properties.getProperty("broker.id"), properties.getProperty("cluster.id"));
    }

    /** What the file says; a null field is a missing key. */
    public record Identity(
            String version,
            @Nullable String brokerId,
            @Nullable String clusterId) {}
}
