package io.milena.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/**
 * What no broker in Java can do without when it takes a request: receive its bytes into a buffer, run CRC-32C over
 * them, and write them to a file. A process that does only that, one connection and one request after the other, tells
 * what the machine itself takes for produced bytes; what a broker costs beyond that is the broker's.
 */
final class BarePart {

    private static final long SEGMENT_BYTES = 100_000_000;
    private static final long WARM_BYTES = 1_000_000_000;
    private static final int ANSWER_BYTES = 4;
    private static final long CONNECT_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private BarePart() {}

    /** CPU seconds that a gigabyte costs a bare receiver, in requests of {@code requestBytes}. */
    static double cpuSecondsPerGigabyte(Path folder, int requestBytes, int ms) throws IOException {
        int port = Contender.freePort();
        var command = List.of(
                Contender.java(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                BarePart.class.getName(),
                String.valueOf(port),
                String.valueOf(requestBytes),
                folder.toString());
        try (var process = MeasuredProcess.start(command, Map.of(), folder.resolve("bare.out"));
                var socket = connected(port)) {
            send(socket, requestBytes, WARM_BYTES, Long.MAX_VALUE);
            double before = process.cpuSeconds();
            long bytes = send(socket, requestBytes, Long.MAX_VALUE, TimeUnit.MILLISECONDS.toNanos(ms));
            return (process.cpuSeconds() - before) / (bytes / 1e9);
        }
    }

    private static SocketChannel connected(int port) throws IOException {
        long start = System.nanoTime();
        while (true) {
            try {
                return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException notYet) {
                if (System.nanoTime() - start > CONNECT_LIMIT_NANOS) {
                    throw notYet;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Requests until {@code mostBytes} are sent or {@code nanos} are over, each answered before the next. */
    private static long send(SocketChannel socket, int requestBytes, long mostBytes, long nanos) throws IOException {
        var request = ByteBuffer.allocateDirect(requestBytes);
        var answer = ByteBuffer.allocateDirect(ANSWER_BYTES);
        long start = System.nanoTime();
        long sent = 0;
        while (sent < mostBytes && System.nanoTime() - start < nanos) {
            request.clear();
            while (request.hasRemaining()) {
                socket.write(request);
            }
            fill(socket, answer.clear());
            sent += requestBytes;
        }
        return sent;
    }

    private static boolean fill(SocketChannel socket, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (socket.read(buffer) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The receiver; arguments: port, bytes of a request, folder. Ends with its only connection. */
    public static void main(String[] args) throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        try (var listener = ServerSocketChannel.open().bind(address);
                var socket = listener.accept()) {
            receive(socket, Integer.parseInt(args[1]), Path.of(args[2]));
        }
    }

    private static void receive(SocketChannel socket, int requestBytes, Path folder) throws IOException {
        var request = ByteBuffer.allocateDirect(requestBytes);
        boolean open = true;
        for (int segment = 0; open; segment++) {
            Path file = folder.resolve(segment + ".bare");
            try (var out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                open = fillSegment(socket, request, out);
            }
            Files.delete(file);
        }
    }

    /** Whether there may be more when the segment is full. */
    private static boolean fillSegment(SocketChannel socket, ByteBuffer request, FileChannel out) throws IOException {
        var checksum = new CRC32C();
        var answer = ByteBuffer.allocateDirect(ANSWER_BYTES);
        while (out.position() < SEGMENT_BYTES) {
            if (!fill(socket, request.clear())) {
                return false;
            }
            checksum.reset();
            checksum.update(request.flip());
            out.write(request.flip());
            socket.write(answer.clear().putInt((int) checksum.getValue()).flip());
        }
        return true;
    }
}
