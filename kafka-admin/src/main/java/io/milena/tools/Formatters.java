package io.milena.tools;

import java.util.Map;

/** The formatters that {@code --formatter} can name. */
final class Formatters {

    private static final String DEFAULT = "DefaultMessageFormatter";
    private static final String LOGGING = "LoggingMessageFormatter";
    private static final String NO_OP = "NoOpMessageFormatter";

    private Formatters() {}

    /** The formatter of that class; of the three that the tool brings along, the last part of the name will do. */
    static MessageFormatter of(String name, Map<String, ?> properties) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        MessageFormatter formatter = switch (simple) {
            case DEFAULT, "default" -> new DefaultMessageFormatter();
            case LOGGING, "logging" -> new LoggingMessageFormatter();
            case NO_OP, "noop" -> (given, output) -> {};
            default -> Plugins.make(name, MessageFormatter.class, "--formatter");
        };
        formatter.configure(properties);
        return formatter;
    }
}
