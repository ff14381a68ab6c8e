package io.milena.clients.consumer;

import io.milena.common.Configurable;
import io.milena.common.KafkaException;
import io.milena.common.config.Setting;
import io.milena.common.config.SettingValues;
import io.milena.common.serialization.Deserializer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes what an application plugs into a consumer by naming classes, and remembers it in case the consumer cannot be
 * started. Confined to the constructor of the consumer.
 */
final class Plugins implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Plugins.class);

    private final SettingValues values;
    private final Map<String, Object> configs = new HashMap<>();
    private final List<Object> all = new ArrayList<>();
    private final List<Made> made = new ArrayList<>();

    /**
     * @param clientId which the plugged in parts see, also if the application gave none
     */
    Plugins(SettingValues values, String clientId) {
        this.values = values;
        values.originals().forEach((name, value) -> {
            if (value != null) {
                configs.put(name, value);
            }
        });
        configs.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
    }

    /**
     * @param given by the application, which has configured it; null if it named a class
     */
    @SuppressWarnings("unchecked") // the application says so
    <T> Deserializer<T> deserializer(@Nullable Deserializer<T> given, Setting<Class<?>> setting, boolean isKey) {
        if (given != null) {
            all.add(given);
            return given;
        }
        Deserializer<T> one = (Deserializer<T>) make(values.get(setting), Deserializer.class, setting.name());
        made(one, one::close);
        one.configure(configs, isKey);
        return one;
    }

    @SuppressWarnings("unchecked") // the application says so
    <K, V> Interceptors<K, V> interceptors() {
        List<ConsumerInterceptor<K, V>> interceptors = new ArrayList<>();
        for (Class<?> type : values.get(ConsumerConfig.INTERCEPTOR_CLASSES)) {
            ConsumerInterceptor<K, V> one = (ConsumerInterceptor<K, V>)
                    make(type, ConsumerInterceptor.class, ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG);
            made(one, one::close);
            one.configure(configs);
            interceptors.add(one);
        }
        return new Interceptors<>(interceptors);
    }

    AssignorSet assignors() {
        List<ConsumerPartitionAssignor> assignors = new ArrayList<>();
        for (Class<?> type : values.get(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY)) {
            ConsumerPartitionAssignor one =
                    make(type, ConsumerPartitionAssignor.class, ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);
            if (one instanceof Configurable configurable) {
                configurable.configure(configs);
            }
            assignors.add(one);
        }
        return new AssignorSet(assignors, values.get(ConsumerConfig.CLIENT_RACK));
    }

    private static <T> T make(Class<?> type, Class<T> wanted, String setting) {
        if (!wanted.isAssignableFrom(type)) {
            throw new KafkaException(
                    setting + ": " + type.getName() + " (expected: a class that is a " + wanted.getName() + ")");
        }
        try {
            return wanted.cast(type.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new KafkaException(
                    setting + ": " + type.getName() + " cannot be made (expected: a public class with a public"
                            + " constructor without arguments)",
                    e);
        }
    }

    private void made(Object one, Runnable closing) {
        all.add(one);
        made.add(new Made(one, closing));
    }

    /** Deserializers, also those that the application made, and interceptors: they may want to know their cluster. */
    List<Object> listening() {
        return all;
    }

    /** For a consumer that cannot be started. What one throws is logged and keeps none open. */
    @Override
    public void close() {
        for (Made one : made) {
            try {
                one.closing.run();
            } catch (RuntimeException e) {
                log.warn("{} threw when it was closed", one.plugIn, e);
            }
        }
    }

    /** One that was made here, and how it is closed. */
    private record Made(Object plugIn, Runnable closing) {}
}
