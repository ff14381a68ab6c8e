package io.milena.compat.protocol;

import io.milena.testkit.ReferenceJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The generated message classes of one release of the reference, reached by reflection through their own loader. */
final class ReferenceMessages implements AutoCloseable {

    private static final List<String> PACKAGES = List.of(
            "org.apache.kafka.common.message.",
            "org.apache.kafka.coordinator.group.generated.",
            "org.apache.kafka.coordinator.transaction.generated.");

    private static final String PROTOCOL = "org.apache.kafka.common.protocol.";
    private static final String JACKSON = "com.fasterxml.jackson.databind.";

    /** Their converters show records by their size when told not to serialize them. */
    private static final boolean SIZE_OF_RECORDS_ONLY = false;

    private final URLClassLoader loader;
    private final Map<String, Optional<Class<?>>> classes = new HashMap<>();
    private final Map<String, Method> methods = new HashMap<>();
    private final Object mapper;

    ReferenceMessages(ReferenceJars jars) {
        loader = jars.newClassLoader();
        mapper = create(load(JACKSON + "ObjectMapper"));
    }

    /** Whether this release has the message in that version. */
    boolean has(String message, short version) {
        return classOf(message)
                .filter(type -> constant(type, "LOWEST_SUPPORTED_VERSION") <= version
                        && version <= constant(type, "HIGHEST_SUPPORTED_VERSION"))
                .isPresent();
    }

    /** Reads all of {@code bytes}, to the last one. */
    Object read(String message, byte[] bytes, short version) {
        Object accessor = create(load(PROTOCOL + "ByteBufferAccessor"), ByteBuffer.wrap(bytes));
        Object result = create(classOf(message).orElseThrow());
        call(method(result.getClass(), "read", 2), result, accessor, version);
        int left = (int) call(method(accessor.getClass(), "remaining", 0), accessor);
        if (left != 0) {
            throw new AssertionError(message + " v" + version + ": the reference left " + left + " bytes unread");
        }
        return result;
    }

    byte[] write(Object message, short version) {
        Object cache = create(load(PROTOCOL + "ObjectSerializationCache"));
        var buffer = ByteBuffer.allocate((int) call(method(message.getClass(), "size", 2), message, cache, version));
        Object accessor = create(load(PROTOCOL + "ByteBufferAccessor"), buffer);
        call(method(message.getClass(), "write", 3), message, accessor, cache, version);
        return buffer.array();
    }

    /** Content as JSON, brought into the form that {@link #normalized} gives. */
    String json(Object message, short version) {
        Method write = method(load(message.getClass().getName() + "JsonConverter"), "write", 3);
        return normalized(
                call(write, null, message, version, SIZE_OF_RECORDS_ONLY).toString());
    }

    /** Makes a message of theirs from JSON. */
    Object fromJson(String message, String json, short version) {
        String name = classOf(message).orElseThrow().getName();
        return call(method(load(name + "JsonConverter"), "read", 2), null, tree(json), version);
    }

    /** The same JSON with blanks, escapes and numbers as their library writes them. */
    String normalized(String json) {
        return tree(json).toString();
    }

    private Object tree(String json) {
        try {
            return mapper.getClass().getMethod("readTree", String.class).invoke(mapper, json);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(json, e);
        }
    }

    private Optional<Class<?>> classOf(String message) {
        return classes.computeIfAbsent(message, this::find);
    }

    private Optional<Class<?>> find(String message) {
        String name = message.endsWith("Request") || message.endsWith("Response") ? message + "Data" : message;
        for (String candidate : PACKAGES) {
            if (loader.getResource((candidate + name).replace('.', '/') + ".class") != null) {
                return Optional.of(load(candidate + name));
            }
        }
        return Optional.empty();
    }

    private Class<?> load(String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(name, e);
        }
    }

    private static short constant(Class<?> type, String name) {
        try {
            return type.getField(name).getShort(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type + "." + name, e);
        }
    }

    private static Object create(Class<?> type, Object... arguments) {
        try {
            Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {ByteBuffer.class};
            return type.getConstructor(types).newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type.toString(), e);
        }
    }

    private Method method(Class<?> type, String name, int parameters) {
        return methods.computeIfAbsent(type.getName() + "." + name + parameters, any -> find(type, name, parameters));
    }

    private static Method find(Class<?> type, String name, int parameters) {
        for (Method method : type.getMethods()) {
            boolean bridge = method.isBridge() || method.getReturnType() == Object.class;
            if (method.getName().equals(name) && method.getParameterCount() == parameters && !bridge) {
                return method;
            }
        }
        throw new AssertionError(type + " has no method " + name);
    }

    private static Object call(Method method, Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (IllegalAccessException e) {
            throw new AssertionError(method.toString(), e);
        } catch (InvocationTargetException e) {
            throw new AssertionError(method + " failed: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
