package io.milena.compat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.TypeVariable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The public API of the reference's client library, held against ours: what an application can name there and that is
 * not deprecated, and that it cannot name here after changing its imports. Reads classes, runs nothing of them but
 * their constants.
 */
final class ReferenceApi {

    private static final String THEIRS = "org.apache.kafka.";
    private static final String OURS = "io.milena.";

    private final ClassLoader theirs;
    private final List<String> missing = new ArrayList<>();

    ReferenceApi(ClassLoader theirs) {
        this.theirs = theirs;
    }

    /** Names of the classes in this package of a jar, nested ones with them. */
    private static Set<String> classesIn(Path jar, String packageName) {
        String folder = packageName.replace('.', '/') + "/";
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith(folder) && name.endsWith(".class"))
                    .filter(name -> name.indexOf('/', folder.length()) < 0)
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is missing, as {@code Class}, {@code Class.FIELD}, {@code Class.method(Types)} or {@code Class(Types)}. */
    List<String> missing() {
        return missing;
    }

    /** Holds all classes of a package against ours of the same names; returns those that we do not have. */
    List<String> compareAll(Path jar, String packageName) {
        List<String> without = new ArrayList<>();
        for (String name : classesIn(jar, packageName)) {
            if (!compare(name)) {
                without.add(shown(name));
            }
        }
        return without;
    }

    /** False if we have no such class. */
    private boolean compare(String name) {
        Class<?> their = load(name);
        if (!isOffered(their)) {
            return true;
        }
        Class<?> ours = oursOf(name);
        if (ours == null) {
            return false;
        }
        parents(their)
                .filter(parent -> !isA(ours, renamed(parent.getName())))
                .forEach(parent -> missing.add(shown(name) + " is no " + parent.getSimpleName()));
        members(their, ours, shown(name));
        return true;
    }

    private Class<?> load(String name) {
        try {
            return Class.forName(name, false, theirs);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the jar has " + name, e);
        }
    }

    /** What an application may take objects of this class for. */
    private static Stream<Class<?>> parents(Class<?> their) {
        return Stream.concat(Stream.ofNullable(their.getSuperclass()), Stream.of(their.getInterfaces()))
                .filter(ReferenceApi::isOffered)
                .filter(parent -> parent.getName().startsWith(THEIRS) && oursOf(parent.getName()) != null);
    }

    private void members(Class<?> their, Class<?> ours, String shown) {
        for (Field field : their.getDeclaredFields()) {
            if (isOffered(field) && Modifier.isStatic(field.getModifiers()) && !hasConstant(ours, field)) {
                missing.add(shown + "." + field.getName());
            }
        }
        for (Constructor<?> constructor : their.getDeclaredConstructors()) {
            boolean isMadeByUsers = isOffered(constructor) && !Modifier.isAbstract(their.getModifiers());
            if (isMadeByUsers && Stream.of(ours.getConstructors()).noneMatch(our -> takesTheSame(constructor, our))) {
                missing.add(shown + typesOf(constructor));
            }
        }
        for (Method method : their.getDeclaredMethods()) {
            if (isOffered(method) && Stream.of(ours.getMethods()).noneMatch(our -> serves(method, our))) {
                missing.add(shown + "." + method.getName() + typesOf(method));
            }
        }
    }

    private static boolean isOffered(Class<?> type) {
        boolean isInside = type.getEnclosingClass() != null && !isOffered(type.getEnclosingClass());
        return Modifier.isPublic(type.getModifiers())
                && !type.isAnonymousClass()
                && !type.isAnnotationPresent(Deprecated.class)
                && !isInside;
    }

    private static boolean isOffered(Field field) {
        return Modifier.isPublic(field.getModifiers())
                && !field.isSynthetic()
                && !field.isAnnotationPresent(Deprecated.class);
    }

    private static boolean isOffered(Executable member) {
        boolean isOfEveryObject = Set.of("equals", "hashCode", "toString").contains(member.getName());
        return Modifier.isPublic(member.getModifiers())
                && !member.isSynthetic()
                && !member.isAnnotationPresent(Deprecated.class)
                && !isOfEveryObject;
    }

    private static @Nullable Class<?> oursOf(String name) {
        try {
            Class<?> ours = Class.forName(renamed(name), false, ReferenceApi.class.getClassLoader());
            return isOffered(ours) ? ours : null;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static String renamed(String name) {
        return name.replace(THEIRS, OURS);
    }

    private static String shown(String name) {
        return name.substring(THEIRS.length());
    }

    /** Text constants are compared, too: names of settings are. */
    private static boolean hasConstant(Class<?> ours, Field field) {
        try {
            Field our = ours.getField(field.getName());
            return field.getType() != String.class
                    || renamed((String) field.get(null)).equals(our.get(null));
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    private static boolean takesTheSame(Executable their, Executable our) {
        return Arrays.equals(
                Stream.of(their.getParameterTypes())
                        .map(type -> renamed(type.getName()))
                        .toArray(),
                Stream.of(our.getParameterTypes()).map(Class::getName).toArray());
    }

    private static boolean serves(Method their, Method our) {
        boolean isStaticAlike = Modifier.isStatic(their.getModifiers()) == Modifier.isStatic(our.getModifiers());
        return their.getName().equals(our.getName())
                && isStaticAlike
                && takesTheSame(their, our)
                && returns(our, renamed(their.getReturnType().getName()));
    }

    /** The same type, or a narrower one. */
    private static boolean returns(Method our, String wanted) {
        boolean isWhatTheClassIsOf = our.getGenericReturnType() instanceof TypeVariable<?>;
        return isWhatTheClassIsOf || isA(our.getReturnType(), wanted);
    }

    private static boolean isA(@Nullable Class<?> type, String wanted) {
        return type != null
                && (type.getName().equals(wanted)
                        || isA(type.getSuperclass(), wanted)
                        || Stream.of(type.getInterfaces()).anyMatch(parent -> isA(parent, wanted)));
    }

    private static String typesOf(Executable member) {
        return Stream.of(member.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
