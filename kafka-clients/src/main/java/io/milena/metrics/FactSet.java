package io.milena.metrics;

import com.codahale.metrics.Gauge;
import java.util.Map;
import java.util.TreeMap;

/** Several facts under one name, each an attribute that never changes: text or a number. Immutable. */
public record FactSet(Map<String, Object> facts) implements Gauge<Map<String, Object>> {

    public FactSet {
        facts = Map.copyOf(facts);
    }

    @Override
    public Map<String, Object> getValue() {
        return new TreeMap<>(facts);
    }
}
