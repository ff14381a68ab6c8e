package io.milena.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * Things of one kind, brokers or client libraries, that are measured in turn, forth and back, so that none always comes
 * first.
 *
 * @param all in the order of the first round
 * @param warm rounds that do not count, before those that do
 * @param measured rounds that count
 */
record Alternation<C>(List<C> all, int warm, int measured) {

    /**
     * One thing that all are measured at.
     *
     * @param <C> who is measured
     * @param <W> what is told of it
     */
    @FunctionalInterface
    interface Phase<C, W> {

        W on(C one) throws IOException;
    }

    /** What each did in the rounds that count, put together by {@code sum}. */
    <W> Map<C, W> run(Phase<C, W> phase, BinaryOperator<W> sum) throws IOException {
        Map<C, W> sums = new LinkedHashMap<>();
        List<C> order = new ArrayList<>(all);
        for (int round = 0; round < warm + measured; round++) {
            for (C one : order) {
                W work = phase.on(one);
                if (round >= warm) {
                    sums.merge(one, work, sum);
                }
            }
            Collections.reverse(order);
        }
        return sums;
    }
}
