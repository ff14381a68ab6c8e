package io.milena.metrics;

import com.codahale.metrics.Gauge;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * Several figures under one name, each an attribute of type double: the form in which the reference shows its sockets
 * and clients. Filled before it is registered, then immutable.
 */
public final class FigureSet implements Gauge<Map<String, Double>> {

    private final Map<String, DoubleSupplier> figures = new TreeMap<>();

    /** One more figure. */
    public FigureSet with(String name, DoubleSupplier figure) {
        figures.put(name, figure);
        return this;
    }

    /** {@code name-rate} and {@code name-total}. */
    public FigureSet with(String name, RecentRate rate) {
        return with(name + "-rate", rate::perSecond).with(name + "-total", rate::total);
    }

    Map<String, DoubleSupplier> figures() {
        return figures;
    }

    @Override
    public Map<String, Double> getValue() {
        Map<String, Double> values = new TreeMap<>();
        figures.forEach((name, figure) -> values.put(name, figure.getAsDouble()));
        return values;
    }
}
