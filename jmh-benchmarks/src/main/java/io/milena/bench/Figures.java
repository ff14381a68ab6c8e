package io.milena.bench;

import java.util.Map;

/**
 * What one contender showed in one phase, summed over the rounds.
 *
 * @param brokerCpuSeconds user and system time of the broker's process
 * @param brokerWorkSeconds the same without its just-in-time compiler
 * @param latency how long records took, where a phase measures that
 */
record Figures(
        double records,
        double bytes,
        double requests,
        double seconds,
        double brokerCpuSeconds,
        double brokerWorkSeconds,
        Latency latency) {

    /** Milliseconds; of several rounds the mean of their quantiles. */
    record Latency(int rounds, double p50Ms, double p99Ms) {

        static final Latency NONE = new Latency(0, 0, 0);

        Latency plus(Latency other) {
            int all = rounds + other.rounds;
            return all == 0
                    ? NONE
                    : new Latency(
                            all,
                            (p50Ms * rounds + other.p50Ms * other.rounds) / all,
                            (p99Ms * rounds + other.p99Ms * other.rounds) / all);
        }
    }

    static Figures of(Map<String, String> answer, double brokerCpuSeconds, double brokerWorkSeconds) {
        boolean timed = answer.containsKey("p50");
        return new Figures(
                value(answer, "records"),
                value(answer, "bytes"),
                value(answer, "requests"),
                value(answer, "seconds"),
                brokerCpuSeconds,
                brokerWorkSeconds,
                timed ? new Latency(1, value(answer, "p50"), value(answer, "p99")) : Latency.NONE);
    }

    private static double value(Map<String, String> answer, String key) {
        return Double.parseDouble(answer.getOrDefault(key, "0"));
    }

    Figures plus(Figures other) {
        return new Figures(
                records + other.records,
                bytes + other.bytes,
                requests + other.requests,
                seconds + other.seconds,
                brokerCpuSeconds + other.brokerCpuSeconds,
                brokerWorkSeconds + other.brokerWorkSeconds,
                latency.plus(other.latency));
    }

    double megabytesPerSecond() {
        return bytes / 1e6 / seconds;
    }

    double requestsPerSecond() {
        return requests / seconds;
    }

    double cpuSecondsPerGigabyte() {
        return brokerCpuSeconds / (bytes / 1e9);
    }

    double workSecondsPerGigabyte() {
        return brokerWorkSeconds / (bytes / 1e9);
    }

    double cpuSecondsPerMillionRequests() {
        return brokerCpuSeconds / (requests / 1e6);
    }
}
