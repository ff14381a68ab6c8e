package io.milena.server;

import io.milena.common.config.ConfigException;
import io.milena.server.settings.ConfigCatalogue;
import io.milena.server.settings.KnownKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Goes over all settings of the file before any is used: bad values and settings that this version cannot honour stop
 * the start, unknown and ignored ones are reported. Pure.
 */
final class SettingsCheck {

    /** Settings per listener have this in front of their name. */
    private static final String LISTENER_PREFIX = "listener.name.";

    private final ConfigCatalogue catalogue;
    private final KeySupport support;

    SettingsCheck(ConfigCatalogue catalogue, KeySupport support) {
        this.catalogue = catalogue;
        this.support = support;
    }

    /**
     * Checks all of {@code properties}.
     *
     * @return what the operator should hear about, a line each
     * @throws ConfigException for a value that is not allowed, or a setting that must not be passed over
     */
    List<String> check(Map<String, String> properties) {
        List<String> lines = new ArrayList<>();
        properties.forEach((name, value) -> {
            Optional<KnownKey> key = catalogue.brokerKey(name);
            if (key.isPresent()) {
                checkKnown(key.get(), value).ifPresent(lines::add);
            } else if (name.startsWith(LISTENER_PREFIX)) {
                throw notSupported(name, "(per listener)");
            } else {
                lines.add(unknown(name));
            }
        });
        return lines;
    }

    private Optional<String> checkKnown(KnownKey key, String value) {
        key.check(value);
        KeySupport.Verdict verdict = support.verdict(key.name());
        if (verdict == KeySupport.Verdict.SERVED || isDefault(key, value)) {
            return Optional.empty();
        }
        if (verdict == KeySupport.Verdict.REFUSED) {
            throw notSupported(key.name(), key.isSensitive() ? "(hidden)" : value);
        }
        return Optional.of(key.name() + "=" + value + " has no effect in this version");
    }

    private static ConfigException notSupported(String name, String value) {
        return new ConfigException(name + ": '" + value + "' is not supported in this version; remove the setting to "
                + "start without it");
    }

    private static boolean isDefault(KnownKey key, String value) {
        String byDefault = key.defaultValue() == null ? "" : key.defaultValue();
        return switch (key.type()) {
            case BOOLEAN -> value.toLowerCase(Locale.ROOT).equals(byDefault);
            case INT, SHORT, LONG -> !byDefault.isEmpty() && Long.parseLong(value) == Long.parseLong(byDefault);
            case DOUBLE -> !byDefault.isEmpty() && Double.parseDouble(value) == Double.parseDouble(byDefault);
            case STRING, LIST, CLASS, PASSWORD -> value.equals(byDefault);
        };
    }

    private String unknown(String name) {
        return name + " is not a setting of the broker"
                + catalogue
                        .nearestBrokerKey(name)
                        .map(near -> "; is " + near + " meant?")
                        .orElse("");
    }
}
