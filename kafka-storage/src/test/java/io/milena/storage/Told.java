package io.milena.storage;

import io.milena.storage.LogModel.Kind;

/**
 * An append of {@link KilledWriter} that came back: what it tells in one line to whoever will kill it.
 *
 * @param log it was made to
 * @param kind of the batch
 * @param first its first offset
 * @param last its last offset
 * @param sequence its first sequence; -1 if it has none
 */
record Told(KilledLog log, Kind kind, long first, long last, int sequence) {

    static Told parse(String line) {
        String[] fields = line.split(" ");
        return new Told(
                KilledLog.valueOf(fields[0]),
                Kind.valueOf(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Integer.parseInt(fields[4]));
    }

    String line() {
        return log + " " + kind + " " + first + " " + last + " " + sequence + "\n";
    }
}
