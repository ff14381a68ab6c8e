package io.milena.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The values that a test run sends: letters or lines of a file by chance, or numbers. Confined to one thread. */
final class Payloads {

    private static final long SEED = 0x9e3779b97f4a7c15L;
    private static final int LETTERS = 26;

    private final Kind kind;
    private final int size;
    private final List<byte[]> lines;
    private long state = SEED;

    /** What they are made of. */
    private enum Kind {
        LETTERS,
        LINES,
        NUMBERS
    }

    private Payloads(Kind kind, int size, List<byte[]> lines) {
        this.kind = kind;
        this.size = size;
        this.lines = lines;
    }

    static Payloads letters(int size) {
        return new Payloads(Kind.LETTERS, size, List.of());
    }

    static Payloads numbers() {
        return new Payloads(Kind.NUMBERS, 0, List.of());
    }

    /** @throws ToolFailure if there is no such file, or nothing in it */
    static Payloads fromFile(String path, String delimiter) {
        List<byte[]> lines = new ArrayList<>();
        try {
            for (String line : Files.readString(Path.of(path)).split(delimiter)) {
                lines.add(line.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new ToolFailure("--payload-file: cannot read " + path + ": " + e, e);
        }
        if (lines.isEmpty() || lines.size() == 1 && lines.get(0).length == 0) {
            throw new ToolFailure("--payload-file: " + path + " is empty (expected: at least one line)");
        }
        return new Payloads(Kind.LINES, 0, lines);
    }

    /** The value of record {@code number}, from 0. */
    byte[] next(long number) {
        return switch (kind) {
            case LETTERS -> nextLetters();
            case LINES -> lines.get((int) Long.remainderUnsigned(nextLong(), lines.size()));
            case NUMBERS -> Long.toString(number).getBytes(StandardCharsets.UTF_8);
        };
    }

    private byte[] nextLetters() {
        byte[] payload = new byte[size];
        long bits = 0;
        for (int i = 0; i < size; i++) {
            bits = i % Long.BYTES == 0 ? nextLong() : bits >>> Byte.SIZE;
            payload[i] = (byte) ('A' + (bits & 0xff) % LETTERS);
        }
        return payload;
    }

    /** Xorshift: cheap, and the same in every run. */
    private long nextLong() {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return state;
    }
}
