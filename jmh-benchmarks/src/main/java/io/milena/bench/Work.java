package io.milena.bench;

import java.util.Map;

/**
 * What one contender did in one phase, in units that the phase knows: commits, transactions.
 *
 * @param seconds that it took
 * @param cpuSeconds user and system time of the broker's process meanwhile
 */
record Work(double units, double seconds, double cpuSeconds) {

    /** As the load driver answers. */
    static Work of(Map<String, String> answer, String unit, double cpuSeconds) {
        return new Work(Double.parseDouble(answer.get(unit)), Double.parseDouble(answer.get("seconds")), cpuSeconds);
    }

    Work plus(Work other) {
        return new Work(units + other.units, seconds + other.seconds, cpuSeconds + other.cpuSeconds);
    }

    double unitsPerSecond() {
        return units / seconds;
    }

    double secondsPerUnit() {
        return seconds / units;
    }

    double cpuSecondsPerUnit() {
        return cpuSeconds / units;
    }
}
