package io.milena.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * Brokers that are measured in turn, forth and back, so that none always comes first.
 *
 * @param brokers in the order of the first round
 * @param warm rounds that do not count, before those that do
 * @param measured rounds that count
 */
record Alternation(List<Contender> brokers, int warm, int measured) {

    /**
     * One thing that all are measured at.
     *
     * @param <W> what is told of it
     */
    @FunctionalInterface
    interface Phase<W> {

        W on(Contender broker) throws IOException;
    }

    /** What each broker did in the rounds that count, put together by {@code sum}. */
    <W> Map<Contender, W> run(Phase<W> phase, BinaryOperator<W> sum) throws IOException {
        Map<Contender, W> sums = new LinkedHashMap<>();
        List<Contender> order = new ArrayList<>(brokers);
        for (int round = 0; round < warm + measured; round++) {
            for (Contender broker : order) {
                W work = phase.on(broker);
                if (round >= warm) {
                    sums.merge(broker, work, sum);
                }
            }
            Collections.reverse(order);
        }
        return sums;
    }
}
