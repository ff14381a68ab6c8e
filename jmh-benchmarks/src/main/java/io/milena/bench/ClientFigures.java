package io.milena.bench;

import java.util.Map;

/**
 * What the clients of one library showed in one phase, summed over the rounds of all its processes.
 *
 * @param cpuSeconds user and system time of the clients' process
 * @param workSeconds the same without its just-in-time compilers
 * @param heapBytes in use after a collection, of the last round of the last process
 */
record ClientFigures(
        double records, double seconds, double cpuSeconds, double workSeconds, double allocatedBytes, Rest rest) {

    /** What is not summed. */
    record Rest(double heapBytes, Figures.Latency latency) {}

    static ClientFigures of(Map<String, String> answer) {
        boolean timed = answer.containsKey("p50");
        var latency = timed ? new Figures.Latency(1, value(answer, "p50"), value(answer, "p99")) : Figures.Latency.NONE;
        return new ClientFigures(
                value(answer, "records"),
                value(answer, "seconds"),
                value(answer, "cpu"),
                value(answer, "work"),
                value(answer, "allocated"),
                new Rest(value(answer, "heap"), latency));
    }

    private static double value(Map<String, String> answer, String key) {
        return Double.parseDouble(answer.getOrDefault(key, "0"));
    }

    ClientFigures plus(ClientFigures later) {
        return new ClientFigures(
                records + later.records,
                seconds + later.seconds,
                cpuSeconds + later.cpuSeconds,
                workSeconds + later.workSeconds,
                allocatedBytes + later.allocatedBytes,
                new Rest(later.rest.heapBytes, rest.latency.plus(later.rest.latency)));
    }

    double cpuSecondsPerMillion() {
        return cpuSeconds / (records / 1e6);
    }

    double workSecondsPerMillion() {
        return workSeconds / (records / 1e6);
    }

    double recordsPerSecond() {
        return records / seconds;
    }

    double allocatedPerRecord() {
        return allocatedBytes / records;
    }

    double heapBytes() {
        return rest.heapBytes;
    }

    Figures.Latency latency() {
        return rest.latency;
    }
}
