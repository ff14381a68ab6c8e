package io.milena.server;

import io.milena.common.config.ConfigException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One entry of {@code listeners} or {@code advertised.listeners}, such as {@code PLAINTEXT://[::1]:9092}.
 *
 * @param listener name in upper case
 * @param host name or address without brackets; empty for all interfaces
 * @param port TCP port; 0 lets the system choose
 */
record Endpoint(String listener, String host, int port) {

    private static final int HIGHEST_PORT = 65_535;
    private static final String FORM = "a list of NAME://host:port, IPv6 addresses in brackets";
    private static final Pattern ENTRY =
            Pattern.compile("([A-Za-z0-9_.-]+)://(?:\\[([0-9A-Fa-f:.%a-z]+)]|([^:/\\[\\]]*)):(\\d+)");

    /**
     * Reads one entry.
     *
     * @param key the setting it comes from, for the message
     * @throws ConfigException if it has another form
     */
    static Endpoint parse(String key, String text) {
        Matcher entry = ENTRY.matcher(text.trim());
        if (!entry.matches()) {
            throw new ConfigException(key, text, FORM);
        }
        String host = entry.group(2) != null ? entry.group(2) : entry.group(3);
        return new Endpoint(entry.group(1).toUpperCase(Locale.ROOT), host, parsePort(key, text, entry.group(4)));
    }

    private static int parsePort(String key, String text, String digits) {
        if (digits.length() > 5 || Integer.parseInt(digits) > HIGHEST_PORT) {
            throw new ConfigException(key, text, "a port from 0 to " + HIGHEST_PORT);
        }
        return Integer.parseInt(digits);
    }

    /** Listens on every interface: nothing that a client could connect to by name. */
    boolean isWildcard() {
        return host.isEmpty() || host.equals("0.0.0.0") || host.equals("::");
    }

    Endpoint withHost(String otherHost) {
        return new Endpoint(listener, otherHost, port);
    }

    Endpoint withPort(int otherPort) {
        return new Endpoint(listener, host, otherPort);
    }

    @Override
    public String toString() {
        return listener + "://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
