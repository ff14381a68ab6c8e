package io.milena.clients.producer;

/**
 * The hash by which every Kafka client sends a key to a partition: 32-bit MurmurHash2 (Austin Appleby, public domain)
 * with seed 0x9747b28c, its sign bit cleared, modulo the number of partitions. Stateless.
 */
final class Murmur2 {

    private static final int SEED = 0x9747_b28c;
    private static final int MULTIPLIER = 0x5bd1_e995;
    private static final int SHIFT = 24;

    private Murmur2() {}

    static int partition(byte[] key, int partitions) {
        return (hash(key) & Integer.MAX_VALUE) % partitions;
    }

    static int hash(byte[] data) {
        int hash = SEED ^ data.length;
        int whole = data.length & ~3;
        for (int at = 0; at < whole; at += Integer.BYTES) {
            int word = (data[at] & 0xff)
                    | (data[at + 1] & 0xff) << 8
                    | (data[at + 2] & 0xff) << 16
                    | (data[at + 3] & 0xff) << 24;
            int mixed = word * MULTIPLIER;
            mixed = (mixed ^ (mixed >>> SHIFT)) * MULTIPLIER;
            hash = hash * MULTIPLIER ^ mixed;
        }
        return finish(tail(data, whole, hash));
    }

    private static int tail(byte[] data, int from, int hash) {
        int rest = data.length - from;
        if (rest == 0) {
            return hash;
        }
        int last = 0;
        for (int i = rest - 1; i >= 0; i--) {
            last = last << 8 | data[from + i] & 0xff;
        }
        return (hash ^ last) * MULTIPLIER;
    }

    private static int finish(int hash) {
        int mixed = (hash ^ (hash >>> 13)) * MULTIPLIER;
        return mixed ^ (mixed >>> 15);
    }
}
