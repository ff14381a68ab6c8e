package io.milena.common.serialization;

import io.milena.common.KafkaException;
import io.milena.common.config.ConfigException;
import java.util.List;
import java.util.Map;

/** What a list of elements is made of, where a configuration names it. Stateless. */
final class ListSettings {

    private ListSettings() {}

    /** @throws ConfigException if no serde is named, or it cannot be made */
    static <E> Serde<E> innerSerde(Map<String, ?> configs, boolean isKey) {
        String key = isKey ? "default.list.key.serde.inner" : "default.list.value.serde.inner";
        @SuppressWarnings("unchecked")
        Serde<E> serde = (Serde<E>) instanceOf(key, configs.get(key), Serde.class);
        return serde;
    }

    /** @throws ConfigException if no type is named, or it is no list */
    static Class<?> listType(Map<String, ?> configs, boolean isKey) {
        String key = isKey ? "default.list.key.serde.type" : "default.list.value.serde.type";
        return subtype(key, configs.get(key), List.class);
    }

    private static <T> T instanceOf(String key, Object named, Class<T> kind) {
        Class<?> type = subtype(key, named, kind);
        try {
            return kind.cast(type.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new KafkaException(key + ": " + type.getName() + " cannot be made without arguments", e);
        }
    }

    private static Class<?> subtype(String key, Object named, Class<?> kind) {
        Class<?> type = named instanceof Class<?> given ? given : forName(key, String.valueOf(named));
        if (!kind.isAssignableFrom(type)) {
            throw new ConfigException(key, type.getName(), "a class that is a " + kind.getName());
        }
        return type;
    }

    private static Class<?> forName(String key, String name) {
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            return Class.forName(name, true, loader == null ? ListSettings.class.getClassLoader() : loader);
        } catch (ClassNotFoundException e) {
            throw new ConfigException(key, name, "the name of a class");
        }
    }
}
