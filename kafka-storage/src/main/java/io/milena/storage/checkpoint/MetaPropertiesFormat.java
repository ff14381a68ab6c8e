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

    /** What the file says; a null field is a missing key. */
    public record Identity(
            @Nullable String version,
            @Nullable String brokerId,
            @Nullable String clusterId) {}

    public static String write(int brokerId, String clusterId, long nowMs) {
        String date = DATE.format(Instant.ofEpochMilli(nowMs).atZone(ZoneId.of("UTC")));
        return "#\n#" + date + "\nbroker.id=" + brokerId + "\nversion=0\ncluster.id=" + clusterId + "\n";
    }

    public static Identity read(String text) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
        return new Identity(
                properties.getProperty("version"),
                properties.getProperty("broker.id"),
                properties.getProperty("cluster.id"));
    }
}
