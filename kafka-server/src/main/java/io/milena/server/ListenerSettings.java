package io.milena.server;

import io.milena.common.config.ConfigException;
import io.milena.common.config.ConfigKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Where the broker listens, what it tells clients, and which listener brokers use among themselves.
 *
 * @param listeners what is bound, in the order of the setting
 * @param advertised what clients are told, one per listener, in the same order
 * @param interBroker name of the listener that brokers use among themselves
 */
record ListenerSettings(List<Endpoint> listeners, List<Endpoint> advertised, String interBroker) {

    static final String PLAINTEXT = "PLAINTEXT";

    static final ConfigKey<String> LISTENERS = text(
            "listeners",
            "PLAINTEXT://:9092",
            "Addresses to listen on: a list of NAME://host:port, an empty host for all.");
    static final ConfigKey<String> ADVERTISED_LISTENERS =
            text("advertised.listeners", "", "Addresses that clients are told, where they differ from the listeners.");
    static final ConfigKey<String> SECURITY_MAP = text(
            "listener.security.protocol.map",
            "SASL_SSL:SASL_SSL,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT",
            "Security protocol of each listener name.");
    static final ConfigKey<String> INTER_BROKER_LISTENER =
            text("inter.broker.listener.name", "", "Name of the listener that brokers use among themselves.");
    static final ConfigKey<String> INTER_BROKER_SECURITY = text(
            "security.inter.broker.protocol",
            PLAINTEXT,
            "Name of the listener that brokers use among themselves, where inter.broker.listener.name is absent.");

    private static final Set<String> PROTOCOLS = Set.of(PLAINTEXT, "SSL", "SASL_PLAINTEXT", "SASL_SSL");

    ListenerSettings {
        listeners = List.copyOf(listeners);
        advertised = List.copyOf(advertised);
    }

    private static ConfigKey<String> text(String name, String defaultValue, String doc) {
        return new ConfigKey<>(name, defaultValue, doc, text -> text);
    }

    /**
     * Reads the five settings.
     *
     * @param localHost what to advertise for a listener that is bound to every interface; asked only then, for the
     *     name service may be slow
     * @throws ConfigException naming key, value and what is allowed
     */
    static ListenerSettings from(Map<String, String> properties, Supplier<String> localHost) {
        List<Endpoint> bound = endpoints(LISTENERS, LISTENERS.read(properties));
        requireDistinctPorts(bound);
        requirePlaintext(bound, securityMap(SECURITY_MAP.read(properties)));
        List<Endpoint> told = endpoints(ADVERTISED_LISTENERS, ADVERTISED_LISTENERS.read(properties));
        List<Endpoint> advertised = bound.stream()
                .map(listener -> advertise(listener, told, localHost))
                .toList();
        requireKnown(told, bound);
        return new ListenerSettings(bound, advertised, interBroker(properties, bound));
    }

    /** The same settings once the system has chosen ports for listeners that asked for any. */
    ListenerSettings withBoundPorts(Map<String, Integer> portOfListener) {
        List<Endpoint> told = advertised.stream()
                .map(endpoint -> endpoint.port() == 0
                        ? endpoint.withPort(portOfListener.getOrDefault(endpoint.listener(), 0))
                        : endpoint)
                .toList();
        return new ListenerSettings(listeners, told, interBroker);
    }

    private static List<Endpoint> endpoints(ConfigKey<String> key, String text) {
        List<Endpoint> parsed = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String entry : text.split(",")) {
            if (entry.isBlank()) {
                continue;
            }
            Endpoint endpoint = Endpoint.parse(key.name(), entry);
            if (!names.add(endpoint.listener())) {
                throw new ConfigException(key.name(), text, "each listener name once");
            }
            parsed.add(endpoint);
        }
        if (parsed.isEmpty() && key == LISTENERS) {
            throw new ConfigException(key.name(), text, "at least one NAME://host:port");
        }
        return parsed;
    }

    private static void requireDistinctPorts(List<Endpoint> bound) {
        Set<String> taken = new HashSet<>();
        for (Endpoint endpoint : bound) {
            if (endpoint.port() != 0 && !taken.add(endpoint.host() + ":" + endpoint.port())) {
                throw new ConfigException(LISTENERS.name(), endpoint.toString(), "each address once");
            }
        }
    }

    private static Map<String, String> securityMap(String text) {
        Map<String, String> protocolOf = new LinkedHashMap<>();
        for (String entry : text.split(",")) {
            String[] pair = entry.trim().split(":");
            if (pair.length != 2 || !PROTOCOLS.contains(pair[1].trim().toUpperCase(Locale.ROOT))) {
                throw new ConfigException(
                        SECURITY_MAP.name(),
                        text,
                        "a list of NAME:PROTOCOL, PROTOCOL one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL");
            }
            protocolOf.put(
                    pair[0].trim().toUpperCase(Locale.ROOT), pair[1].trim().toUpperCase(Locale.ROOT));
        }
        return protocolOf;
    }

    /** A listener that should be secured must never be served in the clear. */
    private static void requirePlaintext(List<Endpoint> bound, Map<String, String> protocolOf) {
        for (Endpoint endpoint : bound) {
            String protocol = protocolOf.get(endpoint.listener());
            if (protocol == null) {
                throw new ConfigException(
                        LISTENERS.name(),
                        endpoint.toString(),
                        "listener names that " + SECURITY_MAP.name() + " gives a protocol");
            }
            if (!protocol.equals(PLAINTEXT)) {
                throw new ConfigException(
                        LISTENERS.name(),
                        endpoint.toString(),
                        "PLAINTEXT: " + protocol + " is not supported in this version");
            }
        }
    }

    private static Endpoint advertise(Endpoint listener, List<Endpoint> told, Supplier<String> localHost) {
        Optional<Endpoint> given = find(told, listener.listener());
        if (given.isPresent() && given.get().isWildcard()) {
            throw new ConfigException(
                    ADVERTISED_LISTENERS.name(), given.get().toString(), "an address that clients can connect to");
        }
        return given.orElseGet(() -> listener.isWildcard() ? listener.withHost(localHost.get()) : listener);
    }

    private static void requireKnown(List<Endpoint> told, List<Endpoint> bound) {
        for (Endpoint endpoint : told) {
            if (find(bound, endpoint.listener()).isEmpty()) {
                throw new ConfigException(
                        ADVERTISED_LISTENERS.name(), endpoint.toString(), "names that are in " + LISTENERS.name());
            }
        }
    }

    private static String interBroker(Map<String, String> properties, List<Endpoint> bound) {
        boolean named = properties.containsKey(INTER_BROKER_LISTENER.name());
        if (named && properties.containsKey(INTER_BROKER_SECURITY.name())) {
            throw new ConfigException(
                    INTER_BROKER_LISTENER.name(),
                    INTER_BROKER_LISTENER.read(properties),
                    "only one of it and " + INTER_BROKER_SECURITY.name());
        }
        ConfigKey<String> key = named ? INTER_BROKER_LISTENER : INTER_BROKER_SECURITY;
        String name = key.read(properties).toUpperCase(Locale.ROOT);
        if (find(bound, name).isEmpty()) {
            throw new ConfigException(key.name(), name, "one of the names in " + LISTENERS.name());
        }
        return name;
    }

    private static Optional<Endpoint> find(List<Endpoint> endpoints, String listener) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.listener().equals(listener))
                .findFirst();
    }
}
