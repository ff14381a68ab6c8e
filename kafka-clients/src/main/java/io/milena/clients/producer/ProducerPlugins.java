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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of a producer is the application's: serializers, interceptors and perhaps a partitioner, made and configured.
 * Immutable.
 */
record ProducerPlugins<K, V>(
        Serializer<K> keys,
        Serializer<V> values,
        Interceptors<K, V> interceptors,
        @Nullable Partitioner partitioner) implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ProducerPlugins.class);

    /**
     * Makes what the settings name; if something cannot be made, the rest is closed.
     *
     * @param keys the application's; null if the settings name a class
     * @param values likewise
     */
    static <K, V> ProducerPlugins<K, V> make(
            SettingValues settings, String clientId, @Nullable Serializer<K> keys, @Nullable Serializer<V> values) {
        var maker = new Maker(settings, clientId);
        try {
            return new ProducerPlugins<>(
                    keys != null ? keys : maker.serializer(ProducerSettings.KEY_SERIALIZER, true),
                    values != null ? values : maker.serializer(ProducerSettings.VALUE_SERIALIZER, false),
                    maker.interceptors(),
                    maker.partitioner());
        } catch (RuntimeException e) {
            close(maker.made);
            throw e;
        }
    }

    /** Makes and configures objects of classes that settings name, and remembers them. */
    private static final class Maker {

        private final SettingValues settings;
        private final Map<String, @Nullable Object> configs;
        private final List<Plugged> made = new ArrayList<>();

        Maker(SettingValues settings, String clientId) {
            this.settings = settings;
            configs = new LinkedHashMap<>(settings.originals());
            configs.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        }

        @SuppressWarnings("unchecked") // the application says so
        <T> Serializer<T> serializer(Setting<Class<?>> setting, boolean isKey) {
            Serializer<T> one = newInstance(setting, settings.get(setting), Serializer.class);
            made.add(new Plugged(one, one::close));
            one.configure(configs, isKey);
            return one;
        }

        @SuppressWarnings("unchecked") // the application says so
        <K, V> Interceptors<K, V> interceptors() {
            List<ProducerInterceptor<K, V>> all = new ArrayList<>();
            for (Class<?> type : settings.get(ProducerSettings.INTERCEPTOR_CLASSES)) {
                ProducerInterceptor<K, V> one =
                        newInstance(ProducerSettings.INTERCEPTOR_CLASSES, type, ProducerInterceptor.class);
                made.add(new Plugged(one, one::close));
                one.configure(configs);
                all.add(one);
            }
            return new Interceptors<>(all);
        }

        @Nullable
        Partitioner partitioner() {
            Class<?> type = settings.find(ProducerSettings.PARTITIONER_CLASS);
            if (type == null) {
                return null;
            }
            Partitioner one = newInstance(ProducerSettings.PARTITIONER_CLASS, type, Partitioner.class);
            made.add(new Plugged(one, one::close));
            one.configure(configs);
            return one;
        }

        private static <T> T newInstance(Setting<?> setting, Class<?> type, Class<T> kind) {
            if (!kind.isAssignableFrom(type)) {
                throw new ConfigException(setting.name(), type.getName(), "a class that is a " + kind.getName());
            }
            try {
                return kind.cast(type.getDeclaredConstructor().newInstance());
            } catch (ReflectiveOperationException e) {
                throw new KafkaException(
                        setting.name() + ": " + type.getName() + " cannot be made (expected: a public constructor"
                                + " without arguments that does not throw)",
                        e);
            }
        }
    }

    /** Those that may want to know of which cluster they are. */
    List<Object> listening() {
        List<Object> all = new ArrayList<>(interceptors.all());
        all.add(keys);
        all.add(values);
        return all;
    }

    @Override
    public void close() {
        List<Plugged> all = new ArrayList<>();
        all.add(new Plugged(interceptors, interceptors::close));
        all.add(new Plugged(keys, keys::close));
        all.add(new Plugged(values, values::close));
        if (partitioner != null) {
            all.add(new Plugged(partitioner, partitioner::close));
        }
        close(all);
    }

    /** What one throws is logged and keeps none open. */
    private static void close(List<Plugged> all) {
        for (Plugged one : all) {
            try {
                one.closing.run();
            } catch (RuntimeException e) {
                log.warn("{} threw when it was closed", one.plugIn, e);
            }
        }
    }

    /** One of them, and how it is closed. */
    private record Plugged(Object plugIn, Runnable closing) {}
}
