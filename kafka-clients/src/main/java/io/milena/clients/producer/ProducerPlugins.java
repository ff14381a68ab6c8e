package io.milena.clients.producer;

import io.milena.common.KafkaException;
import io.milena.common.config.ConfigException;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingValues;
import io.milena.common.serialization.Serializer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What of a producer is the application's: serializers, interceptors and perhaps a partitioner, made and configured.
 * Immutable.
 */
record ProducerPlugins<K, V>(
        Serializer<K> keys,
        Serializer<V> values,
        Interceptors<K, V> interceptors,
        @Nullable Partitioner partitioner) implements AutoCloseable {

    /**
     * @param keys the application's; null if the settings name a class
     * @param values likewise
     */
    static <K, V> ProducerPlugins<K, V> make(
            SettingValues settings, String clientId, @Nullable Serializer<K> keys, @Nullable Serializer<V> values) {
        Map<String, @Nullable Object> configs = new LinkedHashMap<>(settings.originals());
        configs.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        return new ProducerPlugins<>(
                keys != null ? keys : serializer(settings, ProducerSettings.KEY_SERIALIZER, configs, true),
                values != null ? values : serializer(settings, ProducerSettings.VALUE_SERIALIZER, configs, false),
                interceptors(settings, configs),
                partitioner(settings, configs));
    }

    private static <T> Serializer<T> serializer(
            SettingValues settings, Setting<Class<?>> setting, Map<String, @Nullable Object> configs, boolean isKey) {
        @SuppressWarnings("unchecked")
        Serializer<T> made = (Serializer<T>) newInstance(setting, settings.get(setting), Serializer.class);
        made.configure(configs, isKey);
        return made;
    }

    private static <K, V> Interceptors<K, V> interceptors(
            SettingValues settings, Map<String, @Nullable Object> configs) {
        List<ProducerInterceptor<K, V>> all = new ArrayList<>();
        for (Class<?> type : settings.get(ProducerSettings.INTERCEPTOR_CLASSES)) {
            @SuppressWarnings("unchecked")
            ProducerInterceptor<K, V> made = (ProducerInterceptor<K, V>)
                    newInstance(ProducerSettings.INTERCEPTOR_CLASSES, type, ProducerInterceptor.class);
            made.configure(configs);
            all.add(made);
        }
        return new Interceptors<>(all);
    }

    private static @Nullable Partitioner partitioner(SettingValues settings, Map<String, @Nullable Object> configs) {
        Class<?> type = settings.find(ProducerSettings.PARTITIONER_CLASS);
        if (type == null) {
            return null;
        }
        Partitioner made = newInstance(ProducerSettings.PARTITIONER_CLASS, type, Partitioner.class);
        made.configure(configs);
        return made;
    }

    private static <T> T newInstance(Setting<?> setting, Class<?> type, Class<T> kind) {
        if (!kind.isAssignableFrom(type)) {
            throw new ConfigException(setting.name(), type.getName(), "a class that is a " + kind.getName());
        }
        try {
            return kind.cast(type.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new KafkaException(
                    setting.name() + ": " + type.getName() + " cannot be made (expected: a public constructor without"
                            + " arguments that does not throw)",
                    e);
        }
    }

    @Override
    public void close() {
        interceptors.close();
        keys.close();
        values.close();
        if (partitioner != null) {
            partitioner.close();
        }
    }
}
