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

/** Makes what an application plugs into a consumer by naming classes. */
final class Plugins {

    private final SettingValues values;
    private final Map<String, Object> configs = new HashMap<>();

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
            return given;
        }
        Deserializer<T> made = (Deserializer<T>) make(values.get(setting), Deserializer.class, setting.name());
        made.configure(configs, isKey);
        return made;
    }

    @SuppressWarnings("unchecked") // the application says so
    <K, V> Interceptors<K, V> interceptors() {
        List<ConsumerInterceptor<K, V>> interceptors = new ArrayList<>();
        for (Class<?> type : values.get(ConsumerConfig.INTERCEPTOR_CLASSES)) {
            ConsumerInterceptor<K, V> made = (ConsumerInterceptor<K, V>)
                    make(type, ConsumerInterceptor.class, ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG);
            made.configure(configs);
            interceptors.add(made);
        }
        return new Interceptors<>(interceptors);
    }

    AssignorSet assignors() {
        List<ConsumerPartitionAssignor> assignors = new ArrayList<>();
        for (Class<?> type : values.get(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY)) {
            ConsumerPartitionAssignor made =
                    make(type, ConsumerPartitionAssignor.class, ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);
            if (made instanceof Configurable configurable) {
                configurable.configure(configs);
            }
            assignors.add(made);
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
}
