package io.milena.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long brokers that have just been started take to load a shard of a million offsets: one directory and one tree in
 * ZooKeeper, which both open in turn. What counts is what each broker says of its load.
 */
final class ShardLoadPhase {

    private static final Pattern LOADED = Pattern.compile("loaded __consumer_offsets-0 .* in (\\d+) ms"
            + "|Finished loading offsets and group metadata from __consumer_offsets-0 in (\\d+) milliseconds");
    private static final long LOOK_NANOS = 20_000_000;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final int GROUPS = 10_000;
    private static final int PARTITIONS = 100;

    private ShardLoadPhase() {}

    /** Starts a broker in {@code folder}, on what brokers before have left there. */
    @FunctionalInterface
    interface Starts {

        Contender in(Path folder) throws IOException;
    }

    /** Has {@code broker} make the shard. */
    static void fill(LoadClients clients, Starts broker, Path folder) throws IOException {
        try (Contender filling = broker.in(folder)) {
            clients.run(filling, "create topic=loaded partitions=" + PARTITIONS);
            clients.run(filling, "offsets topic=loaded groups=" + GROUPS + " partitions=" + PARTITIONS);
        }
    }

    /** Starts {@code broker} once, and tells how many milliseconds its load took. */
    static double loadMs(Starts broker, Path folder) throws IOException {
        Path log = folder.resolve("broker.out");
        int before = loads(log).size();
        try (Contender loading = broker.in(folder)) {
            long start = System.nanoTime();
            while (loads(log).size() == before) {
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    throw new IOException(loading.name() + " has not loaded its shard");
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        return loads(log).get(before);
    }

    private static List<Double> loads(Path log) throws IOException {
        List<Double> loads = new ArrayList<>();
        Matcher matcher = LOADED.matcher(Files.readString(log));
        while (matcher.find()) {
            loads.add(Double.parseDouble(matcher.group(1) == null ? matcher.group(2) : matcher.group(1)));
        }
        return loads;
    }
}
