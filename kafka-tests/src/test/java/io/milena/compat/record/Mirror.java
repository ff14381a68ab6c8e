package io.milena.compat.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls into the reference's classes, which live in a class loader of their own and share only the JDK with us. */
final class Mirror {

    private static final Path JARS = Path.of("reference", "clients-3.9", "target", "jars");
    private static final Mirror INSTANCE = new Mirror();

    private final ClassLoader loader;

    private Mirror() {
        try (var jars = Files.list(JARS)) {
            loader =
                    new URLClassLoader(jars.map(Mirror::url).toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        } catch (IOException e) {
            throw new UncheckedIOException("no reference jars in " + JARS.toAbsolutePath(), e);
        }
    }

    static Class<?> type(String name) {
        try {
            return INSTANCE.loader.loadClass("org.apache.kafka.common." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The constant {@code name} of an enum or the value of a static field. */
    static Object constant(String type, String name) {
        try {
            return type(type).getField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Object create(String type, List<Class<?>> parameters, @Nullable Object... arguments) {
        try {
            return type(type)
                    .getConstructor(parameters.toArray(Class<?>[]::new))
                    .newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static @Nullable Object callStatic(
            String type, String method, List<Class<?>> parameters, @Nullable Object... arguments) {
        return invoke(find(type(type), method, parameters), null, arguments);
    }

    /** Calls a public method of {@code target}, found by the interface or public class {@code type}. */
    static @Nullable Object call(String type, Object target, String method) {
        return invoke(find(type(type), method, List.of()), target);
    }

    static @Nullable Object call(
            String type, Object target, String method, List<Class<?>> parameters, @Nullable Object... arguments) {
        return invoke(find(type(type), method, parameters), target, arguments);
    }

    private static Method find(Class<?> type, String method, List<Class<?>> parameters) {
        try {
            return type.getMethod(method, parameters.toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(
                    type + " has " + Arrays.toString(type.getMethods()).replace(',', '\n'), e);
        }
    }

    private static @Nullable Object invoke(Method method, @Nullable Object target, @Nullable Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(method.getName() + ": " + e.getCause(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
