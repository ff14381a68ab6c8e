package io.milena.common.config;

import org.jspecify.annotations.Nullable;

/**
 * Finds the classes that settings name: by the class loader of the thread, then by that of this library. A name of
 * Apache Kafka's stands for the class of ours that has its place, so that files of settings need no change.
 */
final class ClassNames {

    private static final String FOREIGN = "org.apache.kafka.";
    private static final String OURS = "io.milena.";

    private ClassNames() {}

    /** @throws IllegalArgumentException if there is no such class */
    static Class<?> classOf(Object given) {
        if (given instanceof Class<?> type) {
            return type;
        }
        String name = ((String) given).trim();
        Class<?> found = name.startsWith(FOREIGN) ? find(OURS + name.substring(FOREIGN.length())) : null;
        if (found == null) {
            found = find(name);
        }
        if (found == null) {
            throw new IllegalArgumentException(name);
        }
        return found;
    }

    private static @Nullable Class<?> find(String name) {
        Class<?> found = find(name, Thread.currentThread().getContextClassLoader());
        return found != null ? found : find(name, ClassNames.class.getClassLoader());
    }

    private static @Nullable Class<?> find(String name, @Nullable ClassLoader loader) {
        try {
            return loader == null ? null : Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
