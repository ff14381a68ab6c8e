package io.milena.tools;

/** Makes objects of classes that users name. */
final class Plugins {

    private static final String ORIGINAL = "org.apache.kafka.";
    private static final String OURS = "io.milena.";

    private Plugins() {}

    /**
     * An object of a class with a constructor without parameters. A name that Kafka has and we have, too, means ours,
     * so that scripts go on.
     *
     * @param what it is for, as users know it
     * @throws ToolFailure if there is no such class, or it is none of this type
     */
    static <T> T make(String name, Class<T> type, String what) {
        String ours = name.startsWith(ORIGINAL) ? OURS + name.substring(ORIGINAL.length()) : name;
        try {
            return type.cast(Class.forName(ours).getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new ToolFailure(
                    what + ": '" + name + "' (expected: a class that is a " + type.getSimpleName()
                            + " and has a constructor without parameters; CLASSPATH adds jars of yours)",
                    e);
        }
    }
}
