package io.milena.common;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names a figure of a client. Equal to another by name, group and tags. Immutable.
 *
 * <p>The MBean that shows it is {@code kafka.<client>:type=<group>,<tags>}, and its attribute the name.
 */
public final class MetricName {

    private final String name;
    private final String group;
    private final String description;
    private final Map<String, String> tags;

    public MetricName(String name, String group, String description, Map<String, String> tags) {
        this.name = name;
        this.group = group;
        this.description = description;
        this.tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
    }

    public String name() {
        return name;
    }

    public String group() {
        return group;
    }

    public String description() {
        return description;
    }

    public Map<String, String> tags() {
        return tags;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MetricName that
                && name.equals(that.name)
                && group.equals(that.group)
                && tags.equals(that.tags);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, group, tags);
    }

    @Override
    public String toString() {
        return "MetricName [name=" + name + ", group=" + group + ", description=" + description + ", tags=" + tags
                + "]";
    }
}
